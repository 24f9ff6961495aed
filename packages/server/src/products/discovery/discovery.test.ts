import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { sessionCookiesOf, setSession } from '../../http/cookies/session-cookies.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage, tokenOf } from '../../testing/harness.ts'

const ada = 'ada@globex.example'
const minutes = { session_duration_minutes: 30 }

describe.each(engines)('discovery on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it.inTurn('sends the same response and a link of type discovery for every address [B-DISC-01]', async () => {
    const harness = await createBusinessHarness(storage)
    await harness.addMember(await harness.addOrganization('globex'), ada)
    const send = (email_address: string) =>
      harness.call('POST', '/b2b/magic_links/email/discovery/send', { email_address })
    const answers = [await send(ada), await send('unknown@globex.example')]
    const [known, unknown] = answers.map(({ data }) => ({ ...data, request_id: '' }))
    expect(known).toEqual(unknown)
    for (const address of [ada, 'unknown@globex.example'])
      expect((await harness.lastMessage(address)).links[0]).toContain('latchkey_token_type=discovery')
  })

  it.inTurn('returns address, organizations and an intermediate session token for a link [B-DISC-02]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada)
    await harness.call('POST', '/b2b/magic_links/email/discovery/send', { email_address: ada })
    const body = { discovery_magic_links_token: tokenOf(await harness.lastMessage(ada)) }
    const data = dataOf(await harness.call('POST', '/b2b/magic_links/discovery/authenticate', body))
    expect(data).toMatchObject({
      intermediate_session_token: expect.stringMatching(/^[\w-]{43}$/),
      email_address: ada,
      discovered_organizations: [
        {
          organization: { organization_id: globex.id, organization_slug: 'globex' },
          membership: { type: 'active_member', details: null, member: { member_id: member.id, email_address: ada } },
          ...{ member_authenticated: true, primary_required: null, mfa_required: null },
        },
      ],
    })
    expect((await harness.call('POST', '/b2b/magic_links/discovery/authenticate', body)).outcome).toBe(
      'unable_to_auth_magic_link',
    )
  })

  it.inTurn('returns the same for a code that is bound to no organization [B-OTP-04]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    await harness.addMember(globex, ada)
    const send = { email_address: ada }
    expect((await harness.call('POST', '/b2b/otps/email/discovery/send', send)).outcome).toBe('200')
    const [code = ''] = (await harness.lastMessage(ada)).codes
    // It signs in to no organization.
    const inside = { ...send, code, organization_id: globex.id, ...minutes }
    expect((await harness.call('POST', '/b2b/otps/email/authenticate', inside)).outcome).toBe('otp_code_not_found')
    const data = dataOf(await harness.call('POST', '/b2b/otps/email/discovery/authenticate', { ...send, code }))
    expect(data).toMatchObject({ email_address: ada, discovered_organizations: [{ member_authenticated: true }] })
    expect((await harness.exchange(data.intermediate_session_token, globex)).outcome).toBe('200')
  })

  it.inTurn('lists members of each status and those who may join by domain [B-DISC-04] [B-DISC-05]', async () => {
    const harness = await createBusinessHarness(storage)
    const join = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['globex.example'] }
    for (const status of ['active', 'pending', 'invited'] as const)
      await harness.addMember(await harness.addOrganization(`with-${status}`), ada, { status })
    await harness.addOrganization('by-domain', join)
    await harness.addOrganization('closed')
    const intermediate_session_token = await harness.discover(ada)
    const list = await harness.call('POST', '/b2b/discovery/organizations', { intermediate_session_token })
    const { discovered_organizations, ...rest } = dataOf(list)
    expect(rest).toMatchObject({ email_address: ada, organization_id_hint: null })
    expect(
      discovered_organizations.map(({ organization, membership }) => [
        organization.organization_slug,
        membership.type,
        membership.details,
        membership.member?.email_address ?? null,
      ]),
    ).toEqual([
      ['with-active', 'active_member', null, ada],
      ['with-pending', 'pending_member', null, ada],
      ['with-invited', 'invited_member', null, ada],
      ['by-domain', 'eligible_to_join_by_email_domain', { domain: 'globex.example' }, null],
    ])
  })

  it.inTurn('lists the organizations of a session, and does not spend the token [B-DISC-03] [B-ADM-26]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    await harness.addMember(globex, ada)
    await harness.addMember(await harness.addOrganization('other'), ada)
    const { session_token } = await harness.signInTo(globex, ada)
    const bySession = await harness.call('POST', '/b2b/discovery/organizations', {}, { session: session_token })
    expect(dataOf(bySession)).toMatchObject({ email_address: ada, organization_id_hint: globex.id })
    const token = await harness.discover(ada)
    for (let round = 0; round < 3; round += 1) {
      const body = { intermediate_session_token: token }
      const listed = dataOf(await harness.call('POST', '/b2b/discovery/organizations', body))
      expect(listed.discovered_organizations).toHaveLength(2)
    }
    expect((await harness.exchange(token, globex)).outcome).toBe('200')
    expect((await harness.exchange(token, globex)).outcome).toBe('intermediate_session_not_found')
    expect((await harness.call('POST', '/b2b/discovery/organizations', {})).outcome).toBe('user_unauthenticated')
  })

  it.inTurn('says what each organization still requires [B-DISC-06]', async () => {
    const harness = await createBusinessHarness(storage)
    await harness.addMember(await harness.addOrganization('open'), ada)
    const only = { auth_methods: 'RESTRICTED', allowed_auth_methods: ['password'] }
    await harness.addMember(await harness.addOrganization('password', only), ada)
    await harness.addMember(await harness.addOrganization('mfa', { mfa_policy: 'REQUIRED_FOR_ALL' }), ada)
    const body = { intermediate_session_token: await harness.discover(ada) }
    const { discovered_organizations } = dataOf(await harness.call('POST', '/b2b/discovery/organizations', body))
    expect(
      discovered_organizations.map(({ member_authenticated, primary_required, mfa_required }) => ({
        ...{ member_authenticated, primary_required, mfa_required },
      })),
    ).toEqual([
      { member_authenticated: true, primary_required: null, mfa_required: null },
      { member_authenticated: false, primary_required: { allowed_auth_methods: ['password'] }, mfa_required: null },
      {
        member_authenticated: false,
        primary_required: null,
        mfa_required: { member_options: null, secondary_auth_initiated: null },
      },
    ])
  })

  it.inTurn('lists neither removed members nor suspended organizations [B-DISC-15] [B-DISC-07]', async () => {
    const harness = await createBusinessHarness(storage)
    const left = await harness.addOrganization('left')
    const member = await harness.addMember(left, ada)
    await storage.members.remove({ projectId: left.projectId, organizationId: left.id }, member.id, harness.clock.now())
    const suspended = await harness.addOrganization('suspended')
    await harness.addMember(suspended, ada)
    await storage.organizations.suspend(suspended.projectId, suspended.id, harness.clock.now(), harness.clock.now())
    const closed = await harness.addOrganization('closed')
    const body = { intermediate_session_token: await harness.discover(ada) }
    expect(dataOf(await harness.call('POST', '/b2b/discovery/organizations', body)).discovered_organizations).toEqual(
      [],
    )
    const token = body.intermediate_session_token
    const [unknown, ...others] = [
      await harness.exchange(token, { id: 'organization-test-unknown' }),
      await harness.exchange(token, left),
      await harness.exchange(token, closed),
    ].map(({ status, json: { request_id, ...json } }) => ({ status, json }))
    expect(unknown).toMatchObject({ status: 404, json: { error_type: 'organization_not_found' } })
    expect(others).toEqual([unknown, unknown])
    expect((await harness.exchange(token, suspended)).outcome).toBe('organization_suspended')
  })

  it.inTurn('signs a member in by an exchange [B-DISC-09] [B-ADM-20] [B-SES-02]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada)
    const data = dataOf(await harness.exchange(await harness.discover(ada), globex))
    expect(data).toMatchObject({
      ...{ member_id: member.id, member: { member_id: member.id, status: 'active', email_address: ada } },
      organization: { organization_id: globex.id },
      ...{ member_authenticated: true, intermediate_session_token: '', mfa_required: null, primary_required: null },
      member_session: {
        ...{
          member_id: member.id,
          organization_id: globex.id,
          organization_slug: 'globex',
          roles: ['latchkey_member'],
        },
        authentication_factors: [
          {
            ...{ type: 'magic_link', delivery_method: 'email', sequence_order: 'PRIMARY' },
            email_factor: { email_address: ada, email_id: member.account.registrations[0]?.id },
          },
        ],
      },
    })
    const now = new Date(harness.clock.now()).toISOString()
    expect(data.member_session).toMatchObject({
      ...{ started_at: now, last_accessed_at: now },
      expires_at: new Date(harness.clock.now() + 30 * 60_000).toISOString(),
    })
    const refreshed = await harness.call('POST', '/b2b/sessions/authenticate', {}, { session: data.session_token })
    expect(dataOf(refreshed).member_session).toEqual(data.member_session)
  })

  it.inTurn('creates the member of an address that joins by domain, with its roles [B-DISC-10]', async () => {
    const harness = await createBusinessHarness(storage, {
      settings: {
        rbacPolicy: { roles: [{ role_id: 'editor', description: '', permissions: [] }], resources: [], scopes: [] },
      },
    })
    const globex = await harness.addOrganization('globex', {
      ...{ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['globex.example'] },
      rbac_email_implicit_role_assignments: [{ role_id: 'editor', domain: 'globex.example' }],
    })
    const data = dataOf(await harness.exchange(await harness.discover(ada), globex))
    expect(data.member).toMatchObject({ status: 'active', email_address: ada, email_address_verified: true })
    expect(data.member_session.roles).toEqual(['latchkey_member', 'editor'])
    const outsider = await harness.exchange(await harness.discover('eve@other.example'), globex)
    expect(outsider.outcome).toBe('organization_not_found')
  })

  it.inTurn('creates an organization whose first member is an admin [B-DISC-11] [B-DISC-12]', async () => {
    const harness = await createBusinessHarness(storage, { settings: { createOrganizationEnabled: true } })
    const create = async (body: object, address = ada) =>
      harness.call('POST', '/b2b/discovery/organizations/create', {
        ...{ intermediate_session_token: await harness.discover(address), ...minutes, ...body },
      })
    const policies = { auth_methods: 'RESTRICTED', allowed_auth_methods: ['magic_link'], email_invites: 'NOT_ALLOWED' }
    const named = { organization_name: 'Globex Inc.', organization_logo_url: 'https://globex.example/logo.png' }
    const data = dataOf(await create({ ...named, ...policies, email_allowed_domains: ['GLOBEX.example'] }))
    expect(data).toMatchObject({
      organization: {
        ...{ organization_slug: 'globex-inc', ...named, ...policies, email_allowed_domains: ['globex.example'] },
      },
      member: { status: 'active', is_admin: true, email_address: ada, email_address_verified: true },
      member_session: { roles: ['latchkey_member', 'latchkey_admin'] },
    })
    expect(dataOf(await create(named)).organization.organization_slug).toBe('globex-inc-2')
    expect((await create({ organization_slug: 'globex-inc' })).outcome).toBe('organization_slug_already_used')
    expect((await create({ organization_slug: 'admin' })).outcome).toBe('organization_slug_already_used')
    expect((await create({ email_allowed_domains: ['gmail.com'] })).outcome).toBe(
      'organization_settings_domain_too_common',
    )
    const settings = { organization_slug: 'locked', auth_methods: 'RESTRICTED', allowed_auth_methods: [] }
    const locked = await create(settings, 'bob@globex.example')
    expect([locked.status, locked.outcome]).toEqual([400, 'schema_error'])
    expect(await storage.organizations.getBySlug(harness.project.id, 'locked')).toBe(null)
  })

  it.inTurn('creates no organization unless the project allows it [B-DISC-13]', async () => {
    const harness = await createBusinessHarness(storage)
    const body = { intermediate_session_token: await harness.discover(ada), ...minutes }
    const created = await harness.call('POST', '/b2b/discovery/organizations/create', body)
    expect([created.status, created.outcome]).toEqual([403, 'unauthorized_action'])
    expect((await storage.organizations.list(harness.project.id, { limit: 10 })).items).toEqual([])
  })

  it.inTurn('rejects a start without a redirect URL, or with one that is not listed [B-DISC-14]', async () => {
    const harness = await createBusinessHarness(storage, { settings: { redirectUrls: {} } })
    const send = (more: object) =>
      harness.call('POST', '/b2b/magic_links/email/discovery/send', { email_address: ada, ...more })
    expect((await send({})).outcome).toBe('no_discovery_redirect_url')
    expect((await send({ discovery_redirect_url: 'https://evil.example/' })).outcome).toBe(
      'invalid_discovery_redirect_url',
    )
  })

  it('accepts one of 16 simultaneous exchanges of a token [B-ADM-27]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', { email_jit_provisioning: 'ALL_ALLOWED' })
    const token = await harness.discover(ada)
    const answers = await Promise.all(Array.from({ length: 16 }, () => harness.exchange(token, globex)))
    const outcomes = answers.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['200', ...Array(15).fill('intermediate_session_not_found')])
  })

  it.inTurn('rejects intermediate session tokens that are unknown or of another project [B-ADM-23]', async () => {
    const harness = await createBusinessHarness(storage)
    const other = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex', { email_jit_provisioning: 'ALL_ALLOWED' })
    const answers = [
      await harness.exchange(await other.discover(ada), globex),
      await harness.exchange('unknown', globex),
      await harness.exchange('', globex),
    ]
    expect(answers.map(({ status, outcome }) => [status, outcome])).toEqual(
      answers.map(() => [404, 'intermediate_session_not_found']),
    )
  })

  it.inTurn('accepts no intermediate session token as a session [B-ADM-25]', async () => {
    const harness = await createBusinessHarness(storage)
    const session = await harness.discover(ada)
    const refresh = (options: object) => harness.call('POST', '/b2b/sessions/authenticate', {}, options)
    expect((await refresh({ session })).outcome).toBe('session_not_found')
    expect((await refresh({ headers: { authorization: `Bearer ${session}` } })).outcome).toBe(
      'invalid_authorization_header',
    )
    const cookies = await createBusinessHarness(storage, {
      settings: {
        cnameDomain: 'auth.example.com',
        httpOnlyCookies: { enabled: true, domain: 'example.com', name: 'session' },
      },
    })
    await cookies.call('POST', '/b2b/magic_links/email/discovery/send', { email_address: ada })
    const body = { discovery_magic_links_token: tokenOf(await cookies.lastMessage(ada)) }
    const found = await cookies.call('POST', '/b2b/magic_links/discovery/authenticate', body)
    expect(dataOf(found).intermediate_session_token).toBe('')
    const token = found.headers.getSetCookie().flatMap((cookie) => /=([\w-]{43});/.exec(cookie)?.[1] ?? [])[0] ?? ''
    const names = sessionCookiesOf(new Request('https://auth.example.com/'), cookies.project)
    const asSession = names === null ? [] : setSession(names, { token, jwt: '', seconds: 60 }, false)
    const headers = { cookie: asSession.map((cookie) => cookie.split(';')[0]).join('; ') }
    const answer = await cookies.call('POST', '/b2b/sessions/authenticate', {}, { headers })
    expect([token.length, answer.outcome]).toEqual([43, 'session_not_found'])
  })
})
