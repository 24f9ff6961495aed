import { type B2bOAuthProvider, b2bOAuthProviders } from '@latchkey/contract'
import { endpointSchemas } from '@latchkey/contract/schemas'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { fakeTenants } from '../../dev/social-login/tenants.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, landing, openTestStorage, pkcePair, tokenOf } from '../../testing/harness.ts'
import {
  createMemberOAuthHarness,
  landAt,
  landForDiscovery,
  redeemDiscovery,
  redeemMember,
} from './oauth.member.suite.ts'
import { begin } from './oauth.suite.ts'

/** HubSpot does not state whether an address is verified. */
const withVerifiedAddress = b2bOAuthProviders.filter((provider) => provider !== 'hubspot')
const acmeIds = fakeTenants.acme.ids
const open = { email_jit_provisioning: 'ALL_ALLOWED' }
const tenantsOnly = (provider: B2bOAuthProvider) => ({
  oauth_tenant_jit_provisioning: 'RESTRICTED',
  allowed_oauth_tenants: { [provider]: [acmeIds[provider]] },
})
const pending = { member_authenticated: false, member_session: null, session_token: '', session_jwt: '' }

describe.each(engines)('OAuth of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const membersOf = async (organization: OrganizationRecord) =>
    (await storage.members.list(organizationRealm(organization), { limit: 20 })).items

  /** The code of a mailbox proof in the organization, which continues an unfinished sign-in. */
  async function proveAddress(
    harness: BusinessHarness,
    { id }: OrganizationRecord,
    email_address: string,
    intermediate_session_token: string,
  ) {
    const body = { organization_id: id, email_address }
    await harness.call('POST', '/b2b/magic_links/email/login_or_signup', body)
    const magic_links_token = tokenOf(await harness.lastMessage(email_address))
    const redeem = { magic_links_token, intermediate_session_token, session_duration_minutes: 30 }
    return harness.call('POST', '/b2b/magic_links/authenticate', redeem)
  }

  it.each(withVerifiedAddress)('signs a member up with %s, and in again [B-OAU-01] [B-OAU-03]', async (provider) => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex', open)
    const choice = { email: `${provider}@example.com`, name: 'Ada Lovelace', email_verified: 'true' }
    const first = await landAt(harness, provider, globex, choice)
    expect(`${first.landing.origin}${first.landing.pathname}`).toBe(landing)
    expect(first.landing.searchParams.get('latchkey_token_type')).toBe('oauth')
    const answer = await redeemMember(harness, first.token)
    const data = dataOf(answer)
    expect(endpointSchemas.b2bOAuthAuthenticate.response.safeParse(answer.data).success).toBe(true)
    expect(data).toMatchObject({
      member: { email_address: choice.email, email_address_verified: true, status: 'active' },
      ...{ organization: { organization_id: globex.id }, member_authenticated: true, primary_required: null },
    })
    const [registration] = data.member.oauth_registrations
    expect(data.member.oauth_registrations).toEqual([
      {
        member_oauth_registration_id: expect.stringMatching(/^oauth-user-test-/),
        provider_subject: expect.stringMatching(/^\d+$/),
        provider_type: provider,
        profile_picture_url: provider === 'microsoft' ? null : expect.stringMatching('https://'),
        locale: provider === 'google' || provider === 'slack' ? 'en-GB' : null,
        provider_tenants: expect.any(Array),
      },
    ])
    const { authentication_factors } = data.member_session
    expect(authentication_factors).toMatchObject([
      {
        ...{ type: 'oauth', delivery_method: `oauth_${provider}`, sequence_order: 'PRIMARY' },
        [`${provider}_oauth_factor`]: {
          id: registration?.member_oauth_registration_id,
          provider_subject: registration?.provider_subject,
        },
      },
    ])
    expect((answer.data as unknown as { provider_values: object }).provider_values).toEqual({
      access_token: expect.stringMatching(/^[\w-]{32}$/),
      id_token: expect.any(String),
      refresh_token: expect.stringMatching(/-refresh$/),
      scopes: expect.arrayContaining([expect.any(String)]),
      expires_at: new Date(harness.clock.now() + 3_600_000).toISOString(),
    })
    const again = dataOf(await redeemMember(harness, (await landAt(harness, provider, globex, choice)).token))
    expect([again.member_id, again.member.oauth_registrations]).toEqual([
      data.member_id,
      data.member.oauth_registrations,
    ])
    expect(await membersOf(globex)).toHaveLength(1)
  })

  it.inTurn('takes an id or a slug, and only providers of business projects [B-OAU-01]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex')
    const start = async (provider: string, query: Record<string, string>) => {
      const path = `/v1/b2b/public/oauth/${provider}/start`
      const { answer, location } = await begin(harness, provider, query, { path })
      return location === '' ? answer.outcome : new URL(location).pathname
    }
    const outcomes = [
      await start('google', { organization_id: globex.id }),
      await start('hubspot', { slug: 'globex' }),
      await start('google', {}),
      await start('google', { organization_id: globex.id, slug: 'globex' }),
      await start('google', { organization_id: 'organization-test-unknown' }),
      await start('google', { slug: 'unknown' }),
      await start('apple', { organization_id: globex.id }),
      await start('google', { organization_id: globex.id, login_redirect_url: 'https://evil.example/' }),
    ]
    expect(outcomes).toEqual([
      '/dev/identity-providers/google/authorization',
      '/dev/identity-providers/hubspot/authorization',
      ...['schema_error', 'schema_error', 'organization_not_found', 'organization_not_found'],
      ...['endpoint_not_found', 'invalid_redirect_url'],
    ])
    await storage.organizations.suspend(globex.projectId, globex.id, harness.clock.now(), harness.clock.now())
    expect(await start('google', { slug: 'globex' })).toBe('organization_suspended')
    const consumer = await begin(harness, 'google')
    expect(consumer.answer.outcome).toBe('wrong_vertical')
  })

  it.inTurn('requests scopes for tenants, custom scopes and own parameters [B-OAU-05]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex')
    const parameters = async (provider: B2bOAuthProvider, query: Record<string, string>) => {
      const path = `/v1/b2b/public/oauth/${provider}/start`
      const { location } = await begin(harness, provider, { organization_id: globex.id, ...query }, { path })
      return new URL(location).searchParams
    }
    const github = await parameters('github', { custom_scopes: 'repo gist' })
    expect(github.get('scope')).toBe('read:user user:email read:org repo gist')
    const google = await parameters('google', { provider_hd: 'acme.test', provider_login_hint: 'ada@acme.test' })
    expect([google.get('hd'), google.get('login_hint'), google.get('scope')]).toEqual([
      ...['acme.test', 'ada@acme.test', 'openid email profile'],
    ])
    const path = '/v1/b2b/public/oauth/google/discovery/start'
    const { location } = await begin(harness, 'google', { custom_scopes: 'calendar' }, { path })
    expect(new URL(location).searchParams.get('scope')).toBe('openid email profile calendar')
    const rejected = await begin(harness, 'google', { provider_state: 'x' }, { path })
    expect(rejected.answer.outcome).toBe('schema_error')
  })

  it.each(withVerifiedAddress)('lists the organizations of a person at %s [B-OAU-02] [B-OAU-04]', async (provider) => {
    const harness = await createMemberOAuthHarness(storage)
    const email = `${provider}@example.com`
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, email)
    const choice = { email, email_verified: 'true' }
    const { landing: page, token } = await landForDiscovery(harness, provider, choice)
    expect([`${page.origin}${page.pathname}`, page.searchParams.get('latchkey_token_type')]).toEqual([
      ...['https://app.example.com/discovery', 'discovery_oauth'],
    ])
    // It signs in to no organization.
    expect((await redeemMember(harness, token)).outcome).toBe('oauth_token_not_found')
    const answer = await redeemDiscovery(harness, token)
    const data = dataOf(answer)
    expect(endpointSchemas.b2bOAuthDiscoveryAuthenticate.response.safeParse(answer.data).success).toBe(true)
    expect(data).toMatchObject({
      email_address: email,
      discovered_organizations: [
        { membership: { type: 'active_member', member: { member_id: member.id } }, member_authenticated: true },
      ],
    })
    expect((await redeemDiscovery(harness, token)).outcome).toBe('oauth_token_not_found')
    const entered = dataOf(await harness.exchange(data.intermediate_session_token, globex))
    expect(entered).toMatchObject({
      member_id: member.id,
      member: { oauth_registrations: [{ provider_type: provider }] },
      member_session: { authentication_factors: [{ type: 'oauth', delivery_method: `oauth_${provider}` }] },
    })
    expect(entered.member_session.authentication_factors).toHaveLength(1)
  })

  it.inTurn('rejects a discovery start without a listed redirect URL [B-OAU-02]', async () => {
    const harness = await createMemberOAuthHarness(storage, { settings: { redirectUrls: {} } })
    const path = '/v1/b2b/public/oauth/google/discovery/start'
    const start = async (query: Record<string, string>) =>
      (await begin(harness, 'google', query, { path })).answer.outcome
    expect([await start({}), await start({ discovery_redirect_url: 'https://evil.example/' })]).toEqual([
      ...['no_discovery_redirect_url', 'invalid_discovery_redirect_url'],
    ])
  })

  it.each(b2bOAuthProviders)(
    'reads the tenants that %s asserts [B-OAU-06] [B-OAU-07] [B-DISC-16]',
    async (provider) => {
      const harness = await createMemberOAuthHarness(storage)
      const acme = await harness.addOrganization('acme', tenantsOnly(provider))
      const choices = {
        member: { account: 'mary' },
        unknown: { email: 'mallory@acme.test', email_verified: 'true' },
        // The tenant of another organization.
        other: { account: 'katherine' },
      }
      const outcomes = Object.fromEntries(
        await Promise.all(
          Object.entries(choices).map(async ([name, choice]) => {
            const { token } = await landAt(harness, provider, acme, choice)
            const { outcome, data } = await redeemMember(harness, token)
            return [
              name,
              outcome === '200' ? (data as unknown as { member_authenticated: boolean }).member_authenticated : outcome,
            ]
          }),
        ),
      )
      const discovered = dataOf(
        await redeemDiscovery(harness, (await landForDiscovery(harness, provider, { account: 'mary' })).token),
      ).discovered_organizations
      if (provider === 'hubspot') {
        // Without a verified address no person joins by a tenant at once.
        expect([outcomes, discovered]).toEqual([{ member: false, unknown: false, other: false }, []])
        return
      }
      const restricted = 'operation_restricted_by_organization_auth_methods'
      expect(outcomes).toEqual({ member: true, unknown: restricted, other: restricted })
      expect(discovered).toMatchObject([{ membership: { type: 'active_member' } }])
      const [mary] = await membersOf(acme)
      expect(mary?.account.registrations.find(({ kind }) => kind === 'oauth')?.details.provider_tenants).toEqual([
        acmeIds[provider],
      ])
    },
  )

  it.each(withVerifiedAddress)(
    'lists an organization by the tenant at %s, and joins it [B-DISC-16]',
    async (provider) => {
      const harness = await createMemberOAuthHarness(storage)
      const acme = await harness.addOrganization('acme', tenantsOnly(provider))
      await harness.addOrganization('closed', {
        ...tenantsOnly(provider),
        oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
      })
      const { token } = await landForDiscovery(harness, provider, { account: 'mary' })
      const data = dataOf(await redeemDiscovery(harness, token))
      const listed = { type: 'eligible_to_join_by_oauth_tenant', details: { provider, tenant: acmeIds[provider] } }
      expect(
        data.discovered_organizations.map(({ organization, membership }) => [organization.organization_id, membership]),
      ).toEqual([[acme.id, { ...listed, member: null }]])
      const again = { intermediate_session_token: data.intermediate_session_token }
      expect(
        dataOf(await harness.call('POST', '/b2b/discovery/organizations', again)).discovered_organizations,
      ).toEqual(data.discovered_organizations)
      const entered = dataOf(await harness.exchange(data.intermediate_session_token, acme))
      expect(entered).toMatchObject({
        ...{ member_authenticated: true, member: { email_address: 'mary@example.org', status: 'active' } },
      })
      expect(entered.member.oauth_registrations).toMatchObject([{ provider_tenants: [acmeIds[provider]] }])
      // A mailbox proof has no tenant.
      const byMail = { intermediate_session_token: await harness.discover('mallory@example.org') }
      expect(
        dataOf(await harness.call('POST', '/b2b/discovery/organizations', byMail)).discovered_organizations,
      ).toEqual([])
      expect((await harness.exchange(byMail.intermediate_session_token, acme)).outcome).toBe('organization_not_found')
    },
  )

  it.inTurn('ignores the tenant of personal accounts, and pending memberships (B-3) [B-OAU-07]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const settings = {
      oauth_tenant_jit_provisioning: 'RESTRICTED',
      allowed_oauth_tenants: { microsoft: ['9188040d-6c67-4c5b-b112-36a304b66dad'], github: ['2099', 'acme', '@acme'] },
    }
    const acme = await harness.addOrganization('acme', settings)
    const personal = {
      email: 'eve@example.com',
      email_verified: 'true',
      tenants: '9188040d-6c67-4c5b-b112-36a304b66dad',
    }
    for (const [provider, choice] of [
      ['microsoft', personal],
      ['github', { account: 'ada-acme' }],
    ] as const) {
      const { token } = await landAt(harness, provider, acme, choice)
      expect((await redeemMember(harness, token)).outcome).toBe('operation_restricted_by_organization_auth_methods')
      const found = await redeemDiscovery(harness, (await landForDiscovery(harness, provider, choice)).token)
      expect(dataOf(found).discovered_organizations).toEqual([])
    }
    expect(await membersOf(acme)).toEqual([])
  })

  it.each([
    ['google', { account: 'alan' }, 'alan@example.com'],
    ['hubspot', { account: 'ada' }, 'ada@example.com'],
    ['slack', { name: 'No Address' }, 'someone@example.com'],
  ] as const)(
    'requires another method after %s without a verified address (B-3) [B-OAU-08]',
    async (provider, choice, email) => {
      const harness = await createMemberOAuthHarness(storage, { settings: { createOrganizationEnabled: true } })
      const globex = await harness.addOrganization('globex', open)
      const member = await harness.addMember(globex, email)
      const { token } = await landAt(harness, provider, globex, choice)
      const data = dataOf(await redeemMember(harness, token))
      expect(data).toMatchObject({
        ...{ ...pending, member_id: '', member: null, mfa_required: null },
        primary_required: { allowed_auth_methods: expect.arrayContaining(['magic_link']) },
        intermediate_session_token: expect.stringMatching(/^[\w-]{43}$/),
      })
      const body = { intermediate_session_token: data.intermediate_session_token }
      const listed = await harness.call('POST', '/b2b/discovery/organizations', body)
      const entered = await harness.exchange(data.intermediate_session_token, globex)
      const create = { ...body, session_duration_minutes: 30 }
      const created = await harness.call('POST', '/b2b/discovery/organizations/create', create)
      expect([listed.outcome, entered.outcome, created.outcome]).toEqual([
        ...['intermediate_session_not_found', 'organization_not_found', 'intermediate_session_not_found'],
      ])
      // The mailbox proof admits; the identity proves nothing, and without PKCE anyone could have led here.
      const proven = dataOf(await proveAddress(harness, globex, email, data.intermediate_session_token))
      expect(proven).toMatchObject({ member_id: member.id, member_authenticated: true })
      expect(proven.member_session.authentication_factors.map(({ type }) => type)).toEqual(['magic_link'])
      expect(proven.member.oauth_registrations).toEqual([])

      const found = await redeemDiscovery(harness, (await landForDiscovery(harness, provider, choice)).token)
      expect(dataOf(found)).toMatchObject({ email_address: '', discovered_organizations: [] })
    },
  )

  it.inTurn('keeps an unverified identity only for the browser that began (B-3) [B-OAU-08]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, 'ada@example.com')
    const { code_challenge, code_verifier } = pkcePair()
    const choice = { account: 'ada' }
    const { token } = await landAt(harness, 'hubspot', globex, choice, { pkce_code_challenge: code_challenge })
    expect((await redeemMember(harness, token)).outcome).toBe('pkce_mismatch')
    const data = dataOf(await redeemMember(harness, token, { pkce_code_verifier: code_verifier }))
    expect(data).toMatchObject(pending)
    const proven = dataOf(await proveAddress(harness, globex, 'ada@example.com', data.intermediate_session_token))
    expect(proven.member.oauth_registrations).toMatchObject([{ provider_type: 'hubspot', provider_tenants: ['1000'] }])
    // From now on the identity signs in to this account.
    const again = await landAt(harness, 'hubspot', globex, choice)
    expect(dataOf(await redeemMember(harness, again.token))).toMatchObject({
      ...{ member_id: member.id, member_authenticated: true },
      member_session: { authentication_factors: [{ delivery_method: 'oauth_hubspot' }] },
    })
  })

  it.inTurn('starts no session before a second factor, and keeps the identity [B-OAU-03]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex', { ...open, mfa_policy: 'REQUIRED_FOR_ALL' })
    const choice = { account: 'grace' }
    for (const land of [
      async () => dataOf(await redeemMember(harness, (await landAt(harness, 'google', globex, choice)).token)),
      async () => {
        const { token } = await landForDiscovery(harness, 'google', choice)
        const found = dataOf(await redeemDiscovery(harness, token))
        return dataOf(await harness.exchange(found.intermediate_session_token, globex))
      },
    ]) {
      const data = await land()
      expect(data).toMatchObject({ ...pending, primary_required: null, mfa_required: expect.any(Object) })
      // Stored with the second factor only.
      expect(data.member.oauth_registrations).toEqual([])
    }
  })

  it.inTurn('asks for an allowed method if the organization does not allow the provider [B-OAU-03]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex', {
      ...open,
      ...{ auth_methods: 'RESTRICTED', allowed_auth_methods: ['magic_link', 'github_oauth'] },
    })
    const { token } = await landAt(harness, 'google', globex, { account: 'grace' })
    expect(dataOf(await redeemMember(harness, token))).toMatchObject({
      ...{ ...pending, member: null },
      primary_required: { allowed_auth_methods: ['magic_link', 'github_oauth'] },
    })
    expect(await membersOf(globex)).toEqual([])
    const allowed = await landAt(harness, 'github', globex, { account: 'grace' })
    expect(dataOf(await redeemMember(harness, allowed.token)).member_authenticated).toBe(true)
  })

  it.inTurn('signs no removed member in, and reports a rejection of the user at the host page', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex', open)
    const first = dataOf(await redeemMember(harness, (await landAt(harness, 'google', globex)).token))
    await storage.members.remove(organizationRealm(globex), first.member_id, harness.clock.now())
    const { token } = await landAt(harness, 'google', globex)
    expect((await redeemMember(harness, token)).outcome).toBe('operation_restricted_by_organization_auth_methods')
    const canceled = await landForDiscovery(harness, 'google', { cancel: 'true' })
    expect([
      canceled.error,
      canceled.landing.pathname,
      canceled.landing.searchParams.get('latchkey_token_type'),
    ]).toEqual([...['oauth_access_denied', '/discovery', 'discovery_oauth']])
  })

  it('creates one member for 8 simultaneous first sign-ins [B-OAU-03]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const globex = await harness.addOrganization('globex', open)
    const tokens = await Promise.all(Array.from({ length: 8 }, () => landAt(harness, 'google', globex)))
    const answers = await Promise.all(tokens.map(({ token }) => redeemMember(harness, token)))
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(8).fill('200'))
    const [only, ...others] = await membersOf(globex)
    expect([others, only?.account.registrations.map(({ kind }) => kind).sort()]).toEqual([[], ['email', 'oauth']])
  })
})
