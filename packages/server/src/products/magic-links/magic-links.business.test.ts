import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { type Answer, engines, openTestStorage, tokenOf } from '../../testing/harness.ts'

const ada = 'ada@globex.example'
const eve = 'eve@other.example'
const minutes = { session_duration_minutes: 30 }
const noAnswer = { member_authenticated: false, member_session: null, session_token: '', session_jwt: '' }

describe.each(engines)('links of organizations on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const send = (harness: BusinessHarness, organization_id: string, email_address: string) =>
    harness.call('POST', '/b2b/magic_links/email/login_or_signup', { organization_id, email_address })
  const redeem = (harness: BusinessHarness, magic_links_token: string, more: object = {}): Promise<Answer> =>
    harness.call('POST', '/b2b/magic_links/authenticate', { magic_links_token, ...minutes, ...more })
  const lastToken = async (harness: BusinessHarness, address: string) => tokenOf(await harness.lastMessage(address))

  it.inTurn('signs in by a link of the organization [B-EML-01] [B-EML-04] [B-EML-05]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada)
    const missing = await harness.call('POST', '/b2b/magic_links/email/login_or_signup', { email_address: ada })
    expect(missing.outcome).toBe('schema_error')
    expect((await send(harness, 'organization-test-unknown', ada)).outcome).toBe('organization_not_found')
    expect((await send(harness, globex.id, ada)).outcome).toBe('200')
    const message = await harness.lastMessage(ada)
    expect(harness.sent.filter(({ to }) => to === ada)).toHaveLength(1)
    expect(message.links[0]).toContain('latchkey_token_type=multi_tenant_magic_links')
    const data = dataOf(await redeem(harness, tokenOf(message)))
    expect(data).toMatchObject({ member_id: member.id, member_authenticated: true, intermediate_session_token: '' })
    expect(data.method_id).toMatch(/^email-test-/)
  })

  it.inTurn('chooses lifetime, template and language by the request [B-EML-03]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', { email_jit_provisioning: 'ALL_ALLOWED' })
    await harness.addMember(globex, ada)
    const now = harness.clock.now()
    for (const id of ['login', 'signup'])
      await storage.templates.set({
        ...{ projectId: harness.project.id, id, kind: 'magic_link', createdAt: now, updatedAt: now },
        words: { en: { subject: `{{project}} by ${id}` }, de: { subject: `{{project}} auf Deutsch: ${id}` } },
      })
    const request = {
      ...{ organization_id: globex.id, login_template_id: 'login', signup_template_id: 'signup' },
      ...{ login_expiration_minutes: 5, signup_expiration_minutes: 10 },
    }
    const subjects = []
    for (const [email_address, locale] of [
      [ada, 'en'],
      [eve, 'de'],
    ] as const) {
      const body = { ...request, email_address, locale }
      expect((await harness.call('POST', '/b2b/magic_links/email/login_or_signup', body)).outcome).toBe('200')
      subjects.push((await harness.lastMessage(email_address)).subject)
    }
    expect(subjects.map((subject) => subject?.replace(harness.project.name, 'Acme'))).toEqual([
      'Acme by login',
      'Acme auf Deutsch: signup',
    ])
    const [login, signup] = [await lastToken(harness, ada), await lastToken(harness, eve)]
    harness.clock.advance(5 * 60_000)
    expect((await redeem(harness, login)).outcome).toBe('unable_to_auth_magic_link')
    expect((await redeem(harness, signup)).outcome).toBe('200')
  })

  it.inTurn('sends no link to an address that may not join [B-EML-08]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', {
      ...{ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['globex.example'] },
    })
    const refused = await send(harness, globex.id, eve)
    expect([refused.status, refused.outcome]).toEqual([403, 'operation_restricted_by_organization_auth_methods'])
    await harness.provider.outbox.drain()
    expect(harness.sent).toEqual([])
    expect((await send(harness, globex.id, ada)).outcome).toBe('200')
    // The organization closes before the link is used.
    const token = await lastToken(harness, ada)
    await storage.organizations.update(
      globex.projectId,
      globex.id,
      globex.revision,
      { settings: {} },
      harness.clock.now(),
    )
    expect((await redeem(harness, token)).outcome).toBe('operation_restricted_by_organization_auth_methods')
    expect(
      (await storage.members.list({ projectId: globex.projectId, organizationId: globex.id }, { limit: 9 })).items,
    ).toEqual([])
  })

  it.inTurn('asks for a method that the organization allows [B-ADM-17]', async () => {
    const harness = await createBusinessHarness(storage)
    const only = { auth_methods: 'RESTRICTED', allowed_auth_methods: ['email_otp', 'password'] }
    const globex = await harness.addOrganization('globex', only)
    const member = await harness.addMember(globex, ada)
    await send(harness, globex.id, ada)
    const pending = dataOf(await redeem(harness, await lastToken(harness, ada)))
    expect(pending).toMatchObject({
      ...{ ...noAnswer, member_id: member.id, mfa_required: null },
      primary_required: { allowed_auth_methods: ['password', 'email_otp'] },
      intermediate_session_token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(
      (await storage.sessions.list(globex.projectId, member.id, { now: harness.clock.now(), limit: 9 })).items,
    ).toEqual([])
  })

  it.inTurn('keeps the factors of the sign-in that a link continues [B-EML-09]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', {
      ...{ auth_methods: 'RESTRICTED', allowed_auth_methods: ['email_otp'] },
    })
    await harness.addMember(globex, ada)
    await send(harness, globex.id, ada)
    const pending = dataOf(await redeem(harness, await lastToken(harness, ada)))
    const here = { organization_id: globex.id, email_address: ada }
    await harness.call('POST', '/b2b/otps/email/login_or_signup', here)
    const [code] = (await harness.lastMessage(ada)).codes
    const { intermediate_session_token } = pending
    const body = { ...here, ...minutes, code, intermediate_session_token }
    const data = dataOf(await harness.call('POST', '/b2b/otps/email/authenticate', body))
    expect(data.member_session.authentication_factors.map(({ type }) => type)).toEqual(['magic_link', 'otp'])
    expect((await harness.exchange(intermediate_session_token, globex)).outcome).toBe('intermediate_session_not_found')
  })

  it.inTurn('starts no session before a required second factor [B-ADM-19]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', {
      ...{ mfa_policy: 'REQUIRED_FOR_ALL', email_jit_provisioning: 'ALL_ALLOWED' },
    })
    for (const address of [ada, eve]) {
      if (address === ada) await harness.addMember(globex, ada)
      await send(harness, globex.id, address)
      const pending = dataOf(await redeem(harness, await lastToken(harness, address)))
      expect(pending).toMatchObject({
        ...{ ...noAnswer, primary_required: null },
        mfa_required: { member_options: null, secondary_auth_initiated: null },
        member: { status: address === ada ? 'active' : 'pending', email_address: address },
        intermediate_session_token: expect.stringMatching(/^[\w-]{43}$/),
      })
    }
  })

  it.inTurn('names no method to a person who cannot join by any [B-ADM-18]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', {
      ...{ email_jit_provisioning: 'ALL_ALLOWED', auth_methods: 'RESTRICTED', allowed_auth_methods: ['password'] },
    })
    const data = dataOf(await harness.exchange(await harness.discover(ada), globex))
    expect(data).toMatchObject({
      ...noAnswer,
      primary_required: { allowed_auth_methods: [] },
      member: null,
      member_id: '',
    })
    expect(
      (await storage.members.list({ projectId: globex.projectId, organizationId: globex.id }, { limit: 9 })).items,
    ).toEqual([])
  })

  it.inTurn('rejects the unfinished sign-in of a member in another organization [B-ADM-24]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', { mfa_policy: 'REQUIRED_FOR_ALL' })
    const other = await harness.addOrganization('other')
    await harness.addMember(globex, ada)
    await harness.addMember(other, ada)
    await send(harness, globex.id, ada)
    const { intermediate_session_token: token } = dataOf(await redeem(harness, await lastToken(harness, ada)))
    const refused = await harness.exchange(token, other)
    expect([refused.status, refused.outcome]).toEqual([400, 'invalid_intermediate_session_token_for_organization'])
    await send(harness, other.id, ada)
    const answer = await redeem(harness, await lastToken(harness, ada), { intermediate_session_token: token })
    expect(answer.outcome).toBe('invalid_intermediate_session_token_for_organization')
  })

  it.inTurn('rejects a suspended organization [B-ORG-19]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    await harness.addMember(globex, ada)
    const { session_token: session } = await harness.signInTo(globex, ada)
    await send(harness, globex.id, ada)
    const token = await lastToken(harness, ada)
    await storage.organizations.suspend(globex.projectId, globex.id, harness.clock.now(), harness.clock.now())
    const answers = [await send(harness, globex.id, ada), await redeem(harness, token)]
    expect(answers.map(({ outcome }) => outcome)).toEqual(['organization_suspended', 'organization_suspended'])
    expect((await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })).outcome).toBe(
      'session_not_found',
    )
  })

  describe('invitations', () => {
    const roles = [{ role_id: 'editor', description: '', permissions: [] }]
    const rbacPolicy = { roles, resources: [], scopes: [] }

    async function open(settings = {}) {
      const harness = await createBusinessHarness(storage, { settings: { rbacPolicy } })
      const globex = await harness.addOrganization('globex', settings)
      await harness.addMember(globex, ada, { roles: [builtInRoleIds.admin] })
      const { session_token: session } = await harness.signInTo(globex, ada)
      const invite = (body: object) =>
        harness.call('POST', '/b2b/magic_links/email/invite', { email_address: eve, ...body }, { session })
      return { harness, globex, invite }
    }

    it.inTurn('creates an invited member, whom the link makes active [B-INV-01] [B-INV-02] [B-INV-04]', async () => {
      const { harness, globex, invite } = await open()
      const invited = dataOf(await invite({ name: 'Eve', untrusted_metadata: { team: 1 }, roles: ['editor'] }))
      expect(invited.member).toMatchObject({
        ...{ status: 'invited', name: 'Eve', untrusted_metadata: { team: 1 }, email_address_verified: false },
      })
      const message = await harness.lastMessage(eve)
      expect(message.subject).toContain('globex')
      const landed = await harness.fetch(new Request(message.links[0] ?? ''))
      expect(landed.headers.get('location')).toContain('https://app.example.com/join?latchkey_token_type=multi_tenant_')
      const data = dataOf(await redeem(harness, tokenOf(message)))
      expect(data).toMatchObject({
        ...{ member_id: invited.member_id, organization: { organization_id: globex.id } },
        member: { status: 'active', email_address_verified: true },
        member_session: { roles: ['latchkey_member', 'editor'] },
      })
      // A used link does not work again.
      expect((await redeem(harness, tokenOf(message))).outcome).toBe('unable_to_auth_magic_link')
    })

    it.inTurn(
      'ends an invitation after its time, and by a later message [B-INV-03] [B-INV-08] [B-INV-09]',
      async () => {
        const { harness, invite } = await open()
        const first = dataOf(await invite({ invite_expiration_minutes: 10 }))
        const earlier = await lastToken(harness, eve)
        expect(dataOf(await invite({ invite_expiration_minutes: 10 })).member_id).toBe(first.member_id)
        const later = await lastToken(harness, eve)
        expect((await redeem(harness, earlier)).outcome).toBe('unable_to_auth_magic_link')
        harness.clock.advance(10 * 60_000)
        expect((await redeem(harness, later)).outcome).toBe('unable_to_auth_magic_link')
      },
    )

    it.inTurn(
      'lets the person request another link after the invitation has expired, and the admin invite again [B-INV-14]',
      async () => {
        for (const isPerson of [true, false]) {
          const { harness, globex, invite } = await open()
          const invited = dataOf(await invite({ invite_expiration_minutes: 10, roles: ['editor'] }))
          const expired = await lastToken(harness, eve)
          harness.clock.advance(10 * 60_000)
          expect((await redeem(harness, expired)).outcome).toBe('unable_to_auth_magic_link')
          const again = isPerson ? await send(harness, globex.id, eve) : await invite({ roles: ['editor'] })
          expect(again.outcome).toBe('200')
          expect(dataOf(await redeem(harness, await lastToken(harness, eve)))).toMatchObject({
            ...{ member_id: invited.member_id, member: { status: 'active' } },
            member_session: { roles: ['latchkey_member', 'editor'] },
          })
        }
      },
    )

    it.inTurn('gives the roles of the last invitation that names roles', async () => {
      const { harness, invite } = await open()
      const rolesOf = async (fields: object) => dataOf(await invite(fields)).member.roles.map(({ role_id }) => role_id)
      expect(await rolesOf({ roles: ['editor'] })).toEqual(['latchkey_member', 'editor'])
      expect(await rolesOf({})).toEqual(['latchkey_member', 'editor'])
      expect(await rolesOf({ roles: [] })).toEqual(['latchkey_member'])
      expect(dataOf(await redeem(harness, await lastToken(harness, eve))).member_session).toMatchObject({
        roles: ['latchkey_member'],
      })
    })

    it.inTurn('audits an invitation with the member who invites [B-ACC-11]', async () => {
      const { harness, globex, invite } = await open()
      const inviter = await storage.members.findByEmail(organizationRealm(globex), ada)
      await invite({})
      const rows = (await storage.audit.listUnsealed(1_000)).filter(({ projectId }) => projectId === harness.project.id)
      // The link of the inviter's own sign-in, and the invitation.
      const sent = rows.filter(({ event }) => event === 'magic_link_send')
      expect(sent.map(({ actorKind, actorId }) => [actorKind, actorId])).toEqual(
        Array(2).fill(['member', inviter?.account.id]),
      )
    })

    it.inTurn('rejects an invitation that the organization does not allow [B-INV-05]', async () => {
      const { harness, invite } = await open({ email_invites: 'NOT_ALLOWED' })
      const refused = await invite({})
      expect([refused.status, refused.outcome]).toEqual([403, 'operation_restricted_by_organization_auth_methods'])
      await harness.provider.outbox.drain()
      expect(harness.sent.filter(({ to }) => to === eve)).toEqual([])
    })

    it.inTurn('does not accept an invitation by another address [B-INV-07]', async () => {
      const { harness, globex, invite } = await open()
      dataOf(await invite({}))
      const other = await harness.discover('mallory@other.example')
      expect((await harness.exchange(other, globex)).outcome).toBe('organization_not_found')
      const body = { intermediate_session_token: other }
      expect((await redeem(harness, await lastToken(harness, eve), body)).outcome).toBe(
        'intermediate_session_not_found',
      )
    })

    it.inTurn('rejects an invitation of a member, also of a removed one [B-INV-10]', async () => {
      const { harness, globex, invite } = await open()
      expect((await invite({ email_address: ada })).outcome).toBe('duplicate_member_email')
      const { member_id } = dataOf(await invite({}))
      const realm = { projectId: globex.projectId, organizationId: globex.id }
      await storage.members.remove(realm, member_id, harness.clock.now())
      expect((await redeem(harness, await lastToken(harness, eve))).outcome).toBe('unable_to_auth_magic_link')
      expect((await invite({})).outcome).toBe('duplicate_member_email')
      expect((await storage.members.get(realm, member_id))?.status).toBe('deleted')
    })

    it.inTurn('gives no role that is unknown or that the inviter could not have [B-INV-11] [B-RBAC-11]', async () => {
      const { harness, globex, invite } = await open()
      expect((await invite({ roles: ['unknown'] })).outcome).toBe('schema_error')
      dataOf(await invite({ roles: ['editor'] }))
      const { id, revision, settings } = harness.project
      await storage.projects.updateSettings(id, revision, { ...settings, rbacPolicy: { ...rbacPolicy, roles: [] } })
      const data = dataOf(await redeem(harness, await lastToken(harness, eve)))
      expect(data.member_session.roles).toEqual(['latchkey_member'])
      // A plain member has no permission to invite at all.
      const plain = await harness.call(
        'POST',
        '/b2b/magic_links/email/invite',
        { email_address: 'x@other.example', roles: [builtInRoleIds.admin] },
        { session: data.session_token },
      )
      expect(plain.outcome).toBe('unauthorized_action')
      expect(
        (await storage.members.list({ projectId: globex.projectId, organizationId: globex.id }, { limit: 9 })).items,
      ).toHaveLength(2)
    })
  })
})
