import type { ErrorBody } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createSsoHarness } from '../../products/sso/sso.suite.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { secondFactorCalls } from '../../testing/second-factor-calls.suite.ts'
import { expectRejected } from './witness.suite.ts'

const day = 24 * 60 * 60_000
const me = '/b2b/organizations/me'
const members = '/b2b/organizations/members'
const ssoOnly = { auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] }
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = { requests_per_ip: generous, sends_per_ip: generous, sends_per_address: generous }

describe.each(engines)('single sign-on only on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** An organization with a tested connection, and a break-glass member with an authenticator app. */
  async function start() {
    const harness = await createSsoHarness(storage, { settings: { limits }, config: { limits } })
    const { acme, addMember, signInTo, call, clock } = harness
    const { connection } = await harness.completeSaml()
    const realm = organizationRealm(acme)
    let { session } = harness
    const renew = async () => {
      session = (await signInTo(acme, 'ada@acme.example')).session_token
      return session
    }
    const change = (body: object) => call('PUT', me, body, { session })
    const test = async (id: string = connection.connection_id) => {
      const stored = await storage.ssoConnections.get(realm, id)
      await storage.ssoConnections.recordTest(realm, id, stored?.revision ?? 0, clock.now())
    }
    const grace = await addMember(acme, 'grace@acme.example', { isBreakglass: true })
    /** Signs the break-glass member in: she has to prove a second factor. */
    const enroll = async () => {
      const { intermediate_session_token } = await signInTo(acme, 'grace@acme.example')
      return secondFactorCalls(harness, acme, grace).enrollTotp({ intermediate_session_token })
    }
    return { ...harness, connection, realm, change, test, grace, enroll, renew }
  }

  type Rejected = Awaited<ReturnType<typeof expectRejected>>
  const reasonOf = ({ outcome, error }: Rejected) => {
    const { body, error_details } = error as Partial<ErrorBody>
    return [outcome, body?.[0]?.message ?? error_details?.reason ?? null]
  }
  const without = (reason: string) => ['schema_error', `must not be sso only, without ${reason}`]

  it.inTurn('is rejected until all conditions are met (B-11) [B-SSO-18]', async () => {
    const harness = await start()
    const { change, test, enroll, renew, clock, connection, call } = harness
    const rejected = async () => reasonOf(await expectRejected([harness], () => change(ssoOnly)))
    const untested = without('a connection that passed a test in the last 24 hours')
    expect(await rejected()).toEqual(untested)
    await test()
    expect(await rejected()).toEqual(without('a break-glass member who has proven a second factor'))
    await enroll()
    clock.advance(day + 1)
    await renew()
    expect(await rejected()).toEqual(untested)
    await test()
    // A new address of the identity provider was not tested.
    const other = { idp_sso_url: 'https://idp.acme.example/other' }
    const path = `/b2b/sso/saml/${connection.connection_id}`
    expect((await call('PUT', path, other, { session: await renew() })).outcome).toBe('200')
    expect(await rejected()).toEqual(untested)
    await test()
    clock.advance(29 * day)
    await renew()
    await test()
    expect(await rejected()).toEqual(without('a break-glass member who signed in during the last 30 days'))
    await harness.close()
  })

  it.inTurn('stays possible to leave, and keeps its conditions against every change (B-11) [B-SSO-19]', async () => {
    const harness = await start()
    const { change, test, enroll, grace, connection, admin, call, newIdentity, realm } = harness
    await test()
    await enroll()
    const on = await change(ssoOnly)
    expect([on.outcome, on.data]).toMatchObject(['200', { organization: ssoOnly }])
    const { connection_id: id } = connection
    const session = harness.session
    const member = (body: object) => call('PUT', `${members}/${grace.id}`, body, { session })
    const attacks: [string, () => ReturnType<typeof call>, string[]][] = [
      ['the flag', () => member({ is_breakglass: false }), ['sso_only_conditions_not_met', 'break_glass_member']],
      [
        'the member',
        () => call('DELETE', `${members}/${grace.id}`, undefined, { session }),
        ['sso_only_conditions_not_met', 'break_glass_member'],
      ],
      [
        'the factor',
        () => call('DELETE', `${members}/totp/${grace.id}`, undefined, { session }),
        ['sso_only_conditions_not_met', 'break_glass_second_factor'],
      ],
      [
        'the methods of second factors',
        () => change({ mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] }),
        without('a break-glass member who has proven a second factor'),
      ],
      ['the connection', () => admin('DELETE', `/${id}`), ['sso_only_conditions_not_met', 'connection']],
      [
        'the test',
        () => admin('PUT', `/saml/${id}`, { idp_entity_id: 'urn:other' }),
        ['sso_only_conditions_not_met', 'connection_test'],
      ],
      [
        'the keys',
        () => admin('PUT', `/saml/${id}`, { idp_sso_url: 'https://evil.example/' }),
        ['sso_only_conditions_not_met', 'connection_test'],
      ],
    ]
    for (const [what, attack, expected] of attacks)
      expect([what, ...reasonOf(await expectRejected([harness], attack))]).toEqual([what, ...expected])
    // What does not touch the conditions is possible.
    expect((await admin('PUT', `/saml/${id}`, { x509_certificate: newIdentity().certificate })).outcome).toBe('200')
    expect((await change({ email_invites: 'NOT_ALLOWED' })).outcome).toBe('200')
    expect((await change({ ...ssoOnly })).outcome).toBe('200')
    const { auth_methods } = Object((await change({ auth_methods: 'ALL_ALLOWED' })).data).organization
    expect(auth_methods).toBe('ALL_ALLOWED')
    expect((await admin('DELETE', `/${id}`)).outcome).toBe('200')
    expect((await member({ is_breakglass: false })).outcome).toBe('200')
    expect(await storage.ssoConnections.list(realm)).toEqual([])
    await harness.close()
  })

  it('keeps one of two break-glass members who are removed at the same time [B-SSO-19]', async () => {
    const harness = await start()
    const { change, test, enroll, grace, acme, addMember, call, session } = harness
    await test()
    const { totp_id } = await enroll()
    const hedy = await addMember(acme, 'hedy@acme.example', { isBreakglass: true })
    const { account } = (await storage.members.get(organizationRealm(acme), grace.id)) ?? expect.fail()
    const totp = account.registrations.find(({ id }) => id === totp_id) ?? expect.fail()
    await storage.accounts.addRegistration({ ...totp, accountId: hedy.id, id: `${totp.id}-2`, uniqueKey: 'hedy' })
    expect((await change(ssoOnly)).outcome).toBe('200')
    const removed = await Promise.all(
      [grace, hedy].map(({ id }) => call('DELETE', `${members}/${id}`, undefined, { session })),
    )
    expect(removed.map(({ outcome }) => outcome).sort()).toEqual(['200', 'sso_only_conditions_not_met'])
    await harness.close()
  })

  it('is not turned on while its connection is deleted [B-SSO-19]', async () => {
    const harness = await start()
    const { change, test, enroll, admin, connection, acme, realm } = harness
    await test()
    await enroll()
    await Promise.all([change(ssoOnly), admin('DELETE', `/${connection.connection_id}`)])
    const [organization, connections] = await Promise.all([
      storage.organizations.get(acme.projectId, acme.id),
      storage.ssoConnections.list(realm),
    ])
    const isOn = organization?.settings.auth_methods === 'RESTRICTED'
    expect(connections).toHaveLength(isOn ? 1 : 0)
    await harness.close()
  })
})
