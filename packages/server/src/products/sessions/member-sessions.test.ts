import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { directAssignment } from '../../organizations/member.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { createHarness, engines, openTestStorage } from '../../testing/harness.ts'
import { openSecondFactors } from '../../testing/second-factor-calls.suite.ts'

const ada = 'ada@globex.example'
const bob = 'bob@globex.example'
const hour = 60 * 60_000

describe.each(engines)('member sessions on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it.inTurn('refreshes a member session, and moves its expiry on request only [B-SES-01] [B-SES-03]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada)
    const signedIn = await harness.signInTo(globex, ada)
    const session = signedIn.session_token
    const refresh = async (body: object) =>
      dataOf(await harness.call('POST', '/b2b/sessions/authenticate', body, { session }))
    const same = await refresh({})
    expect(same).toMatchObject({
      ...{ member_id: member.id, member: { member_id: member.id }, organization: { organization_id: globex.id } },
      ...{ session_token: session, member_session: { expires_at: signedIn.member_session.expires_at } },
    })
    expect(same.session_jwt.split('.')).toHaveLength(3)
    const { member_session } = await refresh({ session_duration_minutes: 120 })
    expect(Date.parse(member_session.expires_at)).toBe(harness.clock.now() + 2 * hour)
  })

  it.inTurn('ends a member session [B-SES-04]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    await harness.addMember(globex, ada)
    const { session_token: session } = await harness.signInTo(globex, ada)
    expect((await harness.call('POST', '/b2b/sessions/revoke', undefined, { session })).outcome).toBe('200')
    expect((await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })).outcome).toBe(
      'session_not_found',
    )
  })

  it.inTurn('ends the sessions of another member only with the permission for it [B-SES-05]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    const member = await harness.addMember(globex, bob)
    await harness.addMember(globex, ada, { roles: [builtInRoleIds.admin] })
    const outsider = await harness.addMember(other, bob)
    const admin = (await harness.signInTo(globex, ada)).session_token
    const plain = (await harness.signInTo(globex, bob)).session_token
    const elsewhere = (await harness.signInTo(other, bob)).session_token
    const revoke = (session: string, id: string) =>
      harness.call('POST', `/b2b/sessions/revoke/${id}`, undefined, { session })
    const isLive = async (session: string) =>
      (await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })).outcome === '200'
    const refused = await revoke(plain, member.id)
    expect([refused.status, refused.outcome]).toEqual([403, 'unauthorized_action'])
    expect(refused.json.error_details).toEqual({
      missing: [{ resource: 'latchkey.member', action: 'revoke-sessions' }],
    })
    expect((await revoke(admin, outsider.id)).outcome).toBe('member_not_found')
    expect([await isLive(plain), await isLive(elsewhere)]).toEqual([true, true])
    expect((await revoke(admin, member.id)).outcome).toBe('200')
    expect([await isLive(plain), await isLive(elsewhere), await isLive(admin)]).toEqual([false, true, true])
  })

  it.inTurn('reads status and roles of a member on every call [B-SES-11]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada, { roles: [builtInRoleIds.admin] })
    const { session_token: session, member_session } = await harness.signInTo(globex, ada)
    expect(member_session.roles).toContain(builtInRoleIds.admin)
    const realm = { projectId: globex.projectId, organizationId: globex.id }
    await storage.roles.replace(realm, member.id, directAssignment, [])
    const refresh = () => harness.call('POST', '/b2b/sessions/authenticate', {}, { session })
    const next = dataOf(await refresh())
    expect([next.member_session.roles, next.member?.is_admin]).toEqual([[builtInRoleIds.member], false])
    await storage.members.remove(realm, member.id, harness.clock.now())
    expect((await refresh()).outcome).toBe('session_not_found')
  })

  it.inTurn('carries proofs of the address into another organization [B-SES-06] [B-ADM-13]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    await harness.addMember(globex, ada)
    const target = await harness.addMember(other, ada, { status: 'invited', isVerified: false })
    const { session_token: session } = await harness.signInTo(globex, ada)
    const exchange = (organization_id: string) =>
      harness.call('POST', '/b2b/sessions/exchange', { organization_id, session_duration_minutes: 30 }, { session })
    const data = dataOf(await exchange(other.id))
    expect(data).toMatchObject({
      ...{ member_authenticated: true, member_id: target.id },
      member: { status: 'active', email_address_verified: true },
      member_session: { organization_id: other.id, authentication_factors: [{ type: 'magic_link' }] },
    })
    expect(data.session_token).not.toBe(session)
    // The session of the first organization stays: another tab may use it.
    expect((await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })).outcome).toBe('200')
    expect((await exchange('organization-test-unknown')).outcome).toBe('organization_not_found')
    expect((await exchange((await harness.addOrganization('closed')).id)).outcome).toBe('organization_not_found')
  })

  it.inTurn('carries no second factor into another organization [B-SES-06] [B-ADM-16]', async () => {
    const { harness, calls, signIn } = await openSecondFactors(storage)
    const other = await harness.addOrganization('other', { mfa_policy: 'REQUIRED_FOR_ALL' })
    const open = await harness.addOrganization('open')
    for (const organization of [other, open]) await harness.addMember(organization, ada)
    const { signedIn } = await calls.enrollTotp({ session: (await signIn()).session_token })
    const types = (data: ReturnType<typeof dataOf>) =>
      data.member_session.authentication_factors.map(({ type }) => type)
    expect(types(signedIn)).toEqual(['magic_link', 'totp'])
    const exchange = async ({ id }: typeof other) => {
      const body = { organization_id: id, session_duration_minutes: 30 }
      return dataOf(await harness.call('POST', '/b2b/sessions/exchange', body, { session: signedIn.session_token }))
    }
    expect(await exchange(other)).toMatchObject({
      ...{ member_authenticated: false, member_session: null, session_token: '' },
      mfa_required: { member_options: null, secondary_auth_initiated: null },
    })
    expect(types(await exchange(open))).toEqual(['magic_link'])
  })

  it.inTurn('carries no password into another organization [B-SES-06] [B-ADM-16]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    for (const organization of [globex, other]) await harness.addMember(organization, ada)
    const { session_token } = await harness.signInTo(globex, ada)
    const password = 'violet kettle ambles north'
    await harness.call('POST', '/b2b/passwords/session/reset', { password }, { session: session_token })
    const minutes = { session_duration_minutes: 30 }
    const login = { organization_id: globex.id, email_address: ada, password, ...minutes }
    const { session_token: session } = dataOf(await harness.call('POST', '/b2b/passwords/authenticate', login))
    const body = { organization_id: other.id, ...minutes }
    const pending = dataOf(await harness.call('POST', '/b2b/sessions/exchange', body, { session }))
    expect(pending).toMatchObject({ member_authenticated: false, member_session: null, session_token: '' })
    expect(pending.primary_required?.allowed_auth_methods).toContain('magic_link')
  })

  it.inTurn('limits and audits the exchanges of a session', async () => {
    const harness = await createBusinessHarness(storage, {
      config: { limits: { sign_ins_per_ip: { limit: 2, windowMs: 24 * hour } } },
    })
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    for (const organization of [globex, other]) await harness.addMember(organization, ada)
    const { session_token: session } = await harness.signInTo(globex, ada)
    const exchange = (organization_id: string) =>
      harness.call('POST', '/b2b/sessions/exchange', { organization_id, session_duration_minutes: 30 }, { session })
    expect((await exchange('organization-test-unknown')).outcome).toBe('organization_not_found')
    const outcomes = []
    for (let round = 0; round < 30; round += 1) outcomes.push((await exchange(other.id)).outcome)
    expect(new Set(outcomes)).toEqual(new Set(['200', 'too_many_requests']))
    const rows = (await storage.audit.listUnsealed(5_000)).filter(({ projectId }) => projectId === harness.project.id)
    const refused = rows.filter(({ event, result }) => event === 'session_exchange' && result === 'refused')
    expect(refused.map(({ errorType }) => errorType)).toEqual(['organization_not_found'])
  })

  it.inTurn('does not carry over a proof that is older than the organization accepts', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other', { max_factor_age_minutes: 5 })
    await harness.addMember(globex, ada)
    await harness.addMember(other, ada)
    const { session_token: session } = await harness.signInTo(globex, ada)
    const exchange = async () =>
      dataOf(
        await harness.call(
          'POST',
          '/b2b/sessions/exchange',
          { organization_id: other.id, session_duration_minutes: 30 },
          { session },
        ),
      )
    expect((await exchange()).member_authenticated).toBe(true)
    harness.clock.advance(5 * 60_000 + 1)
    const late = await exchange()
    expect(late).toMatchObject({ member_authenticated: false, member_session: null, session_token: '' })
    expect(late.primary_required?.allowed_auth_methods).toContain('magic_link')
  })

  it.inTurn('rejects business calls in a consumer project and the other way round [B-ACC-07]', async () => {
    const business = await createBusinessHarness(storage)
    const consumer = await createHarness(storage)
    expect((await consumer.call('POST', '/b2b/sessions/authenticate', {})).outcome).toBe('wrong_vertical')
    expect((await business.call('POST', '/sessions/authenticate', {})).outcome).toBe('wrong_vertical')
  })

  it.inTurn('audits what a member causes with the account and the kind member [B-ACC-11]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada)
    await harness.signInTo(globex, ada)
    const rows = (await storage.audit.listUnsealed(1_000)).filter(({ projectId }) => projectId === harness.project.id)
    const done = rows.filter(({ event }) => event === 'magic_link_authenticate' || event === 'session_create')
    expect(done.map(({ actorKind, actorId }) => [actorKind, actorId])).toEqual([
      ['member', member.id],
      ['member', member.id],
    ])
  })
})
