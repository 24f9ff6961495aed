import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { fakeAccounts } from '../../dev/social-login/fake-accounts.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { type Answer, engines, landing, openTestStorage, pkcePair } from '../../testing/harness.ts'
import { createMemberOAuthHarness, redeemDiscovery, redeemMember } from './oauth.member.suite.ts'

const none = { firstName: '', lastName: '', email: null, emailVerified: false }
const { 'ada-acme': ada = none, alan = none } = fakeAccounts
const tenant = { oauth_tenant_jit_provisioning: 'RESTRICTED', allowed_oauth_tenants: { google: ['acme.test'] } }
const path = '/b2b/oauth/google/onetap'

interface Started {
  google_client_id: string
  nonce: string
}

describe.each(engines)('Google One Tap of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const { code_challenge, code_verifier } = pkcePair()
  const start = async (harness: BusinessHarness): Promise<Started> =>
    (await harness.call('GET', `${path}/start`)).data as unknown as Started
  const submit = (
    harness: BusinessHarness,
    id_token: string,
    { id }: Pick<OrganizationRecord, 'id'>,
    more: object = {},
  ) =>
    harness.call('POST', `${path}/submit`, {
      ...{ id_token, organization_id: id, pkce_code_challenge: code_challenge, ...more },
    })
  const landedOn = ({ data }: Answer): URL => new URL((data as unknown as { redirect_url: string }).redirect_url)
  const tokenIn = (answer: Answer): string => landedOn(answer).searchParams.get('token') ?? ''

  it.inTurn('returns the client ID and a nonce that belongs to the prompt [B-OAU-09]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const answer = await harness.call('GET', `${path}/start`)
    expect(answer.data).toEqual({
      ...{ request_id: expect.any(String), status_code: 200 },
      google_client_id: 'latchkey-fake-google',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      script_url: 'https://auth.example.com/dev/identity-providers/google/client.js',
      fedcm_config_url: 'https://auth.example.com/dev/identity-providers/google/fedcm.json',
    })
    await storage.oauthCredentials.remove(harness.project.id, 'google')
    expect((await harness.call('GET', `${path}/start`)).outcome).toBe('oauth_config_not_found')
  })

  it.inTurn('signs in to an organization, which the tenant opens [B-OAU-10]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const acme = await harness.addOrganization('acme', tenant)
    const { nonce } = await start(harness)
    const answer = await submit(harness, await harness.fakes.oneTapToken(ada, { nonce }), acme)
    const page = landedOn(answer)
    expect([`${page.origin}${page.pathname}`, page.searchParams.get('latchkey_token_type')]).toEqual([landing, 'oauth'])
    const token = tokenIn(answer)
    expect((await redeemMember(harness, token)).outcome).toBe('pkce_mismatch')
    expect(dataOf(await redeemMember(harness, token, { pkce_code_verifier: code_verifier }))).toMatchObject({
      member_authenticated: true,
      member: { email_address: 'ada@acme.test', oauth_registrations: [{ provider_tenants: ['acme.test'] }] },
    })
  })

  it.inTurn('lists the organizations without one [B-OAU-10]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    await harness.addOrganization('acme', tenant)
    const { nonce } = await start(harness)
    const id_token = await harness.fakes.oneTapToken(ada, { nonce })
    const body = { id_token, pkce_code_challenge: code_challenge }
    const answer = await harness.call('POST', `${path}/discovery/submit`, body)
    const page = landedOn(answer)
    expect([page.pathname, page.searchParams.get('latchkey_token_type')]).toEqual(['/discovery', 'discovery_oauth'])
    const found = await redeemDiscovery(harness, tokenIn(answer), { pkce_code_verifier: code_verifier })
    expect(dataOf(found)).toMatchObject({
      email_address: 'ada@acme.test',
      discovered_organizations: [{ membership: { type: 'eligible_to_join_by_oauth_tenant' } }],
    })
    const elsewhere = { ...body, discovery_redirect_url: 'https://evil.example/' }
    expect((await harness.call('POST', `${path}/discovery/submit`, elsewhere)).outcome).toBe(
      'invalid_discovery_redirect_url',
    )
  })

  it.inTurn(
    'rejects another nonce, a second submit, another origin and a submit without PKCE (A-14) [B-OAU-10]',
    async () => {
      const harness = await createMemberOAuthHarness(storage)
      const acme = await harness.addOrganization('acme', tenant)
      const { nonce } = await start(harness)
      const token = (change: { nonce: string | null; change?: object }) => harness.fakes.oneTapToken(ada, change)
      const good = await token({ nonce })
      const foreign = await createMemberOAuthHarness(storage)
      const outcomes = [
        await submit(harness, await token({ nonce: null }), acme),
        await submit(harness, await token({ nonce: 'x'.repeat(43) }), acme),
        await submit(harness, await token({ nonce, change: { aud: 'another-client' } }), acme),
        await submit(harness, await token({ nonce, change: { iss: 'https://evil.example' } }), acme),
        await submit(harness, good, acme, { pkce_code_challenge: undefined }),
        await submit(harness, good, { id: 'organization-test-unknown' }),
        // The nonce of another project.
        await submit(foreign, good, await foreign.addOrganization('acme', tenant)),
        await submit(harness, good, acme, { login_redirect_url: 'https://evil.example/' }),
        await submit(harness, good, acme),
        await submit(harness, good, acme),
      ].map(({ outcome }) => outcome)
      const rejected = 'oauth_flow_callback_error'
      expect(outcomes).toEqual([
        ...[rejected, rejected, rejected, rejected, 'pkce_required', 'organization_not_found', rejected],
        ...['invalid_redirect_url', '200', rejected],
      ])
    },
  )

  it.inTurn('accepts the prompt of a page of the provider itself, whose GET names no origin [B-OAU-10]', async () => {
    const [page, itself] = ['https://app.example.com', 'https://auth.example.com']
    const harness = await createMemberOAuthHarness(storage, { settings: { authorizedOrigins: [page, itself] } })
    const acme = await harness.addOrganization('acme', tenant)
    const started = await harness.call('GET', `${path}/start`, null, { origin: null })
    const { nonce } = started.data as unknown as Started
    const id_token = await harness.fakes.oneTapToken(ada, { nonce })
    const body = { id_token, organization_id: acme.id, pkce_code_challenge: code_challenge }
    const from = (origin: string) => harness.call('POST', `${path}/submit`, body, { origin })
    expect((await from(page)).outcome).toBe('oauth_flow_callback_error')
    expect((await from(itself)).outcome).toBe('200')
  })

  it.inTurn('requires another method for an account without a verified address [B-OAU-08]', async () => {
    const harness = await createMemberOAuthHarness(storage)
    const acme = await harness.addOrganization('acme', { email_jit_provisioning: 'ALL_ALLOWED' })
    const { nonce } = await start(harness)
    const answer = await submit(harness, await harness.fakes.oneTapToken(alan, { nonce }), acme)
    const data = dataOf(await redeemMember(harness, tokenIn(answer), { pkce_code_verifier: code_verifier }))
    expect(data).toMatchObject({ member_authenticated: false, member: null, primary_required: expect.any(Object) })
  })
})
