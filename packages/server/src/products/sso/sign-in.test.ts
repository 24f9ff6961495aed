import type { JsonObject } from '@latchkey/contract'
import { endpointSchemas } from '@latchkey/contract/schemas'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { type EnterpriseFault, enterpriseFaults } from '../../dev/enterprise/faults.ts'
import { attemptDetails } from '../../sso/attempts.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { dataOf } from '../../testing/business-harness.ts'
import { engines, landing, openTestStorage, pkcePair } from '../../testing/harness.ts'
import { totpCode } from '../totps/totp-code.ts'
import {
  addExpiredCertificate,
  createSignInHarness,
  detailsOf,
  land,
  protocols,
  redeem,
  type SignInHarness,
  signIn,
  start,
  verifyDomain,
} from './sign-in.suite.ts'

describe.each(engines)('sign-in with SSO connections on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const membersOf = async (organization: OrganizationRecord) =>
    (await storage.members.list(organizationRealm(organization), { limit: 20 })).items

  const attemptsOf = ({ acme }: SignInHarness, connectionId: string) =>
    storage.ssoAttempts.list(organizationRealm(acme), connectionId, 5)

  it.each(protocols)('joins a person by %s, and signs the member in again [B-SSO-01] [B-SSO-02]', async (protocol) => {
    const harness = await createSignInHarness(storage)
    const { connection_id } = await harness.connect(protocol)
    const first = await land(harness, connection_id, { person: 'ada' })
    expect(`${first.url.origin}${first.url.pathname}`).toBe(landing)
    expect([...first.url.searchParams.keys()].sort()).toEqual(['latchkey_token_type', 'token'])
    expect(first.url.searchParams.get('latchkey_token_type')).toBe('sso')
    const answer = await redeem(harness, first.token)
    const data = dataOf(answer)
    expect(endpointSchemas.b2bSsoAuthenticate.response.safeParse(answer.data).success).toBe(true)
    expect(data).toMatchObject({
      member: { email_address: 'ada@acme.test', email_address_verified: false, name: 'Ada Lovelace', status: 'active' },
      ...{ organization: { organization_id: harness.acme.id }, member_authenticated: true },
    })
    const [registration] = data.member.sso_registrations
    expect(data.member.sso_registrations).toEqual([
      {
        ...{ connection_id, external_id: expect.any(String), sso_attributes: {} },
        registration_id: expect.stringMatching(/^sso-registration-test-/),
      },
    ])
    expect(data.member_session.authentication_factors).toMatchObject([
      {
        ...{ type: 'sso', delivery_method: `sso_${protocol}`, sequence_order: 'PRIMARY' },
        [`${protocol}_sso_factor`]: {
          ...{ id: registration?.registration_id, provider_id: connection_id, external_id: registration?.external_id },
        },
      },
    ])
    const again = dataOf(await signIn(harness, connection_id, { person: 'ada' }))
    expect([again.member_id, again.member.sso_registrations]).toEqual([data.member_id, data.member.sso_registrations])
    expect(await membersOf(harness.acme)).toHaveLength(2)
    expect((await redeem(harness, first.token)).outcome).toBe('sso_token_not_found')
  })

  it.inTurn('checks the start before the browser leaves [B-SSO-01]', async () => {
    const harness = await createSignInHarness(storage)
    const { connection_id } = await harness.connect('saml')
    const pending = await harness.call('GET', '/b2b/sso')
    expect(pending.status).toBe(401)
    const outcome = async (id: string, query: Record<string, string> = {}) => {
      const { answer, location } = await start(harness, id, { query })
      return location === ''
        ? (/<small dir="ltr">(\w+) /.exec(answer.text)?.[1] ?? answer.text)
        : new URL(location).pathname
    }
    expect([
      await outcome(connection_id),
      await outcome('saml-connection-test-unknown'),
      await outcome(connection_id, { login_redirect_url: 'https://evil.example/' }),
      await outcome(connection_id, { provider_login_hint: 'ada' }),
      await outcome(connection_id, { pkce_code_challenge: 'short' }),
      await outcome(connection_id, { public_token: 'public-token-test-unknown' }),
    ]).toEqual([
      '/dev/enterprise/saml/okta/sso',
      ...['sso_connection_not_found', 'invalid_redirect_url', 'schema_error', 'schema_error', 'invalid_public_token'],
    ])
    const strict = await createSignInHarness(storage, {
      settings: { pkceRequired: { emailMagicLinks: true, passwordResets: true, oauth: true, sso: true } },
    })
    const connection = await strict.connect('oidc')
    expect((await start(strict, connection.connection_id)).answer.text).toContain('pkce_required')
    const { code_challenge, code_verifier } = pkcePair()
    const { token } = await land(strict, connection.connection_id, undefined, {
      query: { pkce_code_challenge: code_challenge, provider_login_hint: 'ada@acme.test' },
    })
    expect((await redeem(strict, token)).outcome).toBe('pkce_mismatch')
    expect((await redeem(strict, token, { pkce_code_verifier: code_verifier })).outcome).toBe('200')
  })

  const faultCases = (Object.keys(enterpriseFaults) as EnterpriseFault[]).flatMap((fault) =>
    protocols
      .filter((protocol) => protocol === 'saml' || enterpriseFaults[fault].oidc !== null)
      .map((protocol) => [fault, protocol, enterpriseFaults[fault].code] as const),
  )
  it.each(faultCases)('diagnoses %s of %s as %s [B-SSO-15] [B-SSO-21]', async (fault, protocol, code) => {
    const harness = await createSignInHarness(storage)
    const fields: JsonObject = protocol === 'saml' ? { expired_certificate: 'refuse' } : {}
    const connection = await harness.connect(protocol, { fields })
    const { connection_id } = connection
    if (fault === 'expired_certificate') await addExpiredCertificate(harness, connection, harness.project.id)
    const { url, token } = await land(harness, connection_id, { person: 'ada', fault })
    expect([...url.searchParams.keys()].sort()).toEqual(['latchkey_token_type', 'token'])
    const answer = await redeem(harness, token)
    expect([answer.outcome, answer.status]).toEqual(['sso_authentication_failed', 400])
    const details = detailsOf(answer)
    expect(details).toEqual({ code, connection_id, attempt_id: expect.stringMatching(/^sso-attempt-test-/) })
    const [attempt] = await storage.ssoAttempts.list(organizationRealm(harness.acme), connection_id, 5)
    expect(attempt).toMatchObject({ id: details.attempt_id, kind: 'sign_in', result: 'rejected', code })
    expect(await membersOf(harness.acme)).toHaveLength(1)
    expect((await redeem(harness, token)).outcome).toBe('sso_token_not_found')
  })
  it.inTurn('warns of an expired certificate by default [B-SAML-14]', async () => {
    const harness = await createSignInHarness(storage)
    const connection = await harness.connect('saml')
    await addExpiredCertificate(harness, connection, harness.project.id)
    const { connection_id } = connection
    expect((await signIn(harness, connection_id, { person: 'ada', fault: 'expired_certificate' })).outcome).toBe('200')
    const [attempt] = await attemptsOf(harness, connection_id)
    expect([attempt?.result, attempt?.code]).toEqual(['admitted', 'certificate_expired'])
    const used = await storage.ssoCertificates.list(organizationRealm(harness.acme), connection_id)
    expect(
      used.filter(({ lastUsedAt }) => lastUsedAt !== null).map(({ notAfter }) => notAfter < harness.clock.now()),
    ).toEqual([true])
  })

  it.each(protocols)(
    'finds the account of a %s identity in the documented order [B-SSO-12] [B-SSO-13]',
    async (protocol) => {
      const harness = await createSignInHarness(storage)
      const { connection_id } = await harness.connect(protocol)
      const other = await harness.connect(protocol, { idp: 'generic' })
      const invited = await harness.addMember(harness.acme, 'eve@outside.example', { status: 'invited' })
      const member = await harness.addMember(harness.acme, 'grace@acme.test')
      const unvouched = await harness.addMember(harness.acme, 'mallory@outside.example')
      const steps: unknown[] = []
      const attempt = async (id: string, email: string) => {
        harness.clock.advance(1_000)
        const answer = await signIn(harness, id, { person: { email } })
        const [logged] = await attemptsOf(harness, id)
        steps.push([
          answer.outcome === '200' ? dataOf(answer).member_id : detailsOf(answer).rule,
          attemptDetails(logged as never).match,
        ])
        return answer
      }
      await attempt(connection_id, 'grace@acme.test')
      await attempt(connection_id, 'eve@outside.example')
      await attempt(connection_id, 'mallory@outside.example')
      const joined = dataOf(await attempt(connection_id, 'new@outside.example')).member_id
      // The identity is known from now on, whatever the address of the member.
      const moved = await storage.accounts.findByRegistration(
        organizationRealm(harness.acme),
        'email',
        'grace@acme.test',
      )
      const email = moved?.registrations.find(({ kind }) => kind === 'email')
      await storage.accounts.removeRegistration(harness.project.id, member.id, 'email', email?.id ?? '')
      await attempt(connection_id, 'grace@acme.test')
      // The same person at another connection is another identity.
      await attempt(other.connection_id, 'new@outside.example')
      expect(steps).toEqual([
        [member.id, 'email'],
        [invited.id, 'email'],
        ['address_not_of_connection', null],
        [joined, 'join'],
        [member.id, 'registration'],
        ['address_not_of_connection', null],
      ])
      expect(
        (await storage.members.get(organizationRealm(harness.acme), unvouched.id))?.account.registrations,
      ).toHaveLength(1)
      expect((await storage.members.get(organizationRealm(harness.acme), invited.id))?.status).toBe('active')
    },
  )

  it.each([
    [{ sso_jit_provisioning: 'NOT_ALLOWED' }, 'sso_jit_not_allowed'],
    [
      { sso_jit_provisioning: 'RESTRICTED', sso_jit_provisioning_allowed_connections: ['other'] },
      'sso_connection_not_allowed',
    ],
    [{ auth_methods: 'RESTRICTED', allowed_auth_methods: ['magic_link'] }, 'primary_method_not_allowed'],
  ])('rejects a person who may not join: %o [B-SSO-14]', async (organization, rule) => {
    const harness = await createSignInHarness(storage, { organization })
    const { connection_id } = await harness.connect('saml')
    const answer = await signIn(harness, connection_id, { person: 'ada' })
    expect([answer.status, answer.outcome, detailsOf(answer)]).toEqual([
      ...[403, 'operation_restricted_by_organization_auth_methods', { rule }],
    ])
    const [attempt] = await attemptsOf(harness, connection_id)
    expect([attempt?.result, attempt?.code, attemptDetails(attempt as never).reasons]).toEqual([
      'rejected',
      rule,
      [rule],
    ])
    expect(await membersOf(harness.acme)).toHaveLength(1)
  })

  it.inTurn('joins by a listed connection [B-SSO-14]', async () => {
    const harness = await createSignInHarness(storage)
    const listed = await harness.connect('saml')
    const unlisted = await harness.connect('oidc')
    const settings = {
      sso_jit_provisioning: 'RESTRICTED',
      sso_jit_provisioning_allowed_connections: [listed.connection_id],
    }
    const { projectId, id, revision } = harness.acme
    await storage.organizations.update(projectId, id, revision, { settings }, harness.clock.now())
    expect((await signIn(harness, unlisted.connection_id)).outcome).toBe(
      'operation_restricted_by_organization_auth_methods',
    )
    expect((await signIn(harness, listed.connection_id)).outcome).toBe('200')
    expect((await signIn(harness, unlisted.connection_id)).outcome).toBe('200')
  })

  it.each(protocols)(
    'gives the roles of a %s connection and of mapped groups, and takes them back',
    async (protocol) => {
      const harness = await createSignInHarness(storage)
      const roles = {
        custom_roles: ['reader', 'engineer'].map((role_id) => ({ role_id, description: '', permissions: [] })),
      }
      await harness.call('PUT', '/b2b/organizations/me', roles, { session: await harness.addAdmin(harness.acme) })
      const { connection_id } = await harness.connect(protocol, {
        fields: {
          [`${protocol}_connection_implicit_role_assignments`]: [{ role_id: 'reader' }],
          [`${protocol}_group_implicit_role_assignments`]: [
            { group: 'Engineering', role_id: 'engineer' },
            { group: 'Admins', role_id: 'latchkey_admin' },
          ],
        },
      })
      const rolesOf = async (groups: string[]) =>
        dataOf(await signIn(harness, connection_id, { person: 'ada', groups }))
          .member.roles.map(({ role_id, sources }) => `${role_id} ${sources.map(({ type }) => type).join()}`)
          .sort()
      const own = ['latchkey_member direct_assignment', 'reader sso_connection']
      expect(await rolesOf(['Engineering', 'Unmapped', 'latchkey_admin'])).toEqual(
        ['engineer sso_connection_group', ...own].sort(),
      )
      expect(await rolesOf([])).toEqual(own)
      expect(await rolesOf(['Engineering', 'Admins'])).toEqual(
        ['engineer sso_connection_group', 'latchkey_admin sso_connection_group', ...own].sort(),
      )
    },
  )

  it.each([
    ['saml', 'okta'],
    // In an attribute, and not in the class.
    ['saml', 'entra'],
    ['oidc', 'okta'],
  ] as const)(
    'counts the second factor of a %s provider like %s only if the connection says so [B-SSO-25]',
    async (protocol, idp) => {
      const harness = await createSignInHarness(storage, { organization: { mfa_policy: 'REQUIRED_FOR_ALL' } })
      const off = await harness.connect(protocol, { idp })
      const on = await harness.connect(protocol, { idp, fields: { idp_mfa_counts: true } })
      const required = async (id: string, secondFactor: boolean) =>
        dataOf(await signIn(harness, id, { person: 'ada', secondFactor })).mfa_required !== null
      expect([
        await required(off.connection_id, true),
        await required(on.connection_id, false),
        await required(on.connection_id, true),
      ]).toEqual([true, true, false])
    },
  )

  it.inTurn('keeps the identity and its roles until the second factor is proven', async () => {
    const harness = await createSignInHarness(storage, { organization: { mfa_policy: 'REQUIRED_FOR_ALL' } })
    const fields = { saml_connection_implicit_role_assignments: [{ role_id: 'latchkey_admin' }] }
    const { connection_id } = await harness.connect('saml', { fields })
    const pending = dataOf(await signIn(harness, connection_id, { person: 'ada' }))
    expect([pending.member_session, pending.member.sso_registrations, pending.member.is_admin]).toEqual([
      null,
      [],
      false,
    ])
    const continued = { intermediate_session_token: pending.intermediate_session_token }
    const ids = { organization_id: harness.acme.id, member_id: pending.member_id }
    const totp = (await harness.call('POST', '/b2b/totp', { ...ids, ...continued })).data as unknown as {
      secret: string
    }
    const code = await totpCode(totp.secret, Math.floor(harness.clock.now() / 30_000))
    const done = dataOf(
      await harness.call('POST', '/b2b/totp/authenticate', {
        ...ids,
        ...continued,
        code,
        session_duration_minutes: 30,
      }),
    )
    expect([done.member.sso_registrations.length, done.member.is_admin]).toEqual([1, true])
    expect(done.member_session.authentication_factors.map(({ type }) => type)).toEqual(['sso', 'totp'])
  })

  it.inTurn('stops matching by address when the domain lapses [B-SSO-24]', async () => {
    const harness = await createSignInHarness(storage)
    const { connection_id } = await harness.connect('saml')
    await harness.addMember(harness.acme, 'grace@acme.test')
    const ada = dataOf(await signIn(harness, connection_id, { person: 'ada' }))
    await verifyDomain(harness, harness.acme, 'acme.test', 'lapsed')
    expect(detailsOf(await signIn(harness, connection_id, { person: 'grace' }))).toEqual({
      rule: 'address_not_of_connection',
    })
    // A known identity is not found by its address.
    expect((await signIn(harness, connection_id, { person: 'ada' })).outcome).toBe('200')
    const { session_token: session } = ada
    expect((await harness.call('GET', '/b2b/organizations/members/me', undefined, { session })).outcome).toBe('200')
  })

  it.inTurn('keeps an attempt log without secrets and mailboxes [B-SSO-23]', async () => {
    const harness = await createSignInHarness(storage)
    const { connection_id } = await harness.connect('oidc')
    await signIn(harness, connection_id, { person: 'ada' })
    const [attempt] = await attemptsOf(harness, connection_id)
    const details = attemptDetails(attempt as never)
    expect(details).toMatchObject({
      ...{ match: 'join', email: '…@acme.test', roles: ['latchkey_member'], reasons: ['sso_jit_allowed'] },
      checks: expect.arrayContaining([expect.objectContaining({ check: 'audience', outcome: 'passed' })]),
    })
    expect(JSON.stringify(attempt)).not.toContain('ada@')
    for (let count = 0; count < 51; count += 1)
      await signIn(harness, connection_id, { person: 'ada', fault: 'not_assigned' })
    expect(await storage.ssoAttempts.list(organizationRealm(harness.acme), connection_id, 99)).toHaveLength(50)
  })
})
