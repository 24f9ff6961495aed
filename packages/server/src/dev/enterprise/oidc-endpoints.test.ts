import { randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import * as openid from 'openid-client'
import { describe, expect, it } from 'vitest'
import type { EnterpriseChoice } from './choice.ts'
import { baseUrl, choose, openEnterprise } from './enterprise.suite.ts'
import type { FakeEnterprise } from './fake-enterprise.ts'
import { type EnterpriseFault, enterpriseFaults } from './faults.ts'
import { type EnterpriseIdpName, enterpriseIdpNames } from './identity-providers.ts'

const redirect_uri = `${baseUrl}/v1/sso/callback/connection-1`
// openid-client reads the clock of the machine.
const open = (): FakeEnterprise => openEnterprise({ now: Date.now })
const predefined = (idp: EnterpriseIdpName) => open().addresses(idp).oidc

function discover(
  enterprise: FakeEnterprise,
  idp: EnterpriseIdpName,
  authentication?: openid.ClientAuth,
  clientId?: string,
) {
  const { issuer, clientSecret, ...known } = predefined(idp)
  const options = {
    // By default, it does not verify the signature of an ID token that came over TLS.
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    [openid.customFetch]: (url: string, init: object) => enterprise.fetch(new Request(url, init)),
  }
  const metadata = authentication === undefined ? { client_secret: clientSecret } : {}
  return openid.discovery(new URL(issuer), clientId ?? known.clientId, metadata, authentication, options)
}

const codeVerifier = openid.randomPKCECodeVerifier()

async function authorizationUrl(config: openid.Configuration, change: Record<string, string> = {}): Promise<URL> {
  return openid.buildAuthorizationUrl(config, {
    ...{ redirect_uri, scope: 'openid email profile', state: 'state-1', nonce: 'nonce-1' },
    ...{ code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' },
    ...change,
  })
}

/** The address of the application that the fake redirects to. */
async function landing(
  enterprise: FakeEnterprise,
  config: openid.Configuration,
  choice: EnterpriseChoice,
): Promise<URL> {
  const response = await enterprise.fetch(choose((await authorizationUrl(config)).href, choice))
  return new URL(response.headers.get('location') ?? '')
}

const checks = {
  expectedNonce: 'nonce-1',
  expectedState: 'state-1',
  pkceCodeVerifier: codeVerifier,
  idTokenExpected: true,
}

async function signIn(idp: EnterpriseIdpName, choice: EnterpriseChoice) {
  const enterprise = open()
  const config = await discover(enterprise, idp)
  const tokens = await openid.authorizationCodeGrant(config, await landing(enterprise, config, choice), checks)
  return { config, tokens, claims: tokens.claims() }
}

describe('a fake OpenID Connect provider', () => {
  it.each(enterpriseIdpNames)('of %s signs a person in with openid-client, and has a profile', async (idp) => {
    const { config, tokens, claims } = await signIn(idp, { person: 'ada', groups: ['Admins'] })
    expect(claims).toMatchObject({ email: 'ada@acme.test', name: 'Ada Lovelace', nonce: 'nonce-1', amr: ['pwd'] })
    const profile = await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(profile).toMatchObject({ email: 'ada@acme.test', groups: claims?.groups })
  })

  it('writes people down as Okta and Entra do, and says which factors were used', async () => {
    const choice: EnterpriseChoice = { person: 'ada', groups: ['Admins'], secondFactor: true }
    const guid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect((await signIn('okta', choice)).claims).toMatchObject({
      ...{ sub: expect.stringMatching(/^00u[0-9a-f]{17}$/), email_verified: true, groups: ['Admins'] },
      ...{ amr: ['mfa', 'otp', 'pwd'], acr: 'urn:okta:loa:2fa:any' },
    })
    expect((await signIn('entra', choice)).claims).toMatchObject({
      ...{ tid: '3f6d0c5e-0000-4000-8000-0000000ac3e0', oid: guid, groups: [guid], amr: ['pwd', 'mfa'] },
      preferred_username: 'ada@acme.test',
    })
    expect((await signIn('generic', choice)).claims).toMatchObject({ acr: 'https://refeds.org/profile/mfa' })
  })

  it('takes the secret by Basic or in the form, and a signed assertion of a registered client', async () => {
    const enterprise = open()
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    await enterprise.registerClient('entra', {
      clientId: 'app-1',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] },
    })
    const { clientSecret } = predefined('entra')
    const configurations = await Promise.all([
      discover(enterprise, 'entra', openid.ClientSecretBasic(clientSecret)),
      discover(enterprise, 'entra', openid.ClientSecretPost(clientSecret)),
      discover(enterprise, 'entra', openid.PrivateKeyJwt(privateKey), 'app-1'),
    ])
    for (const config of configurations) {
      const url = await landing(enterprise, config, { person: 'ada' })
      expect((await openid.authorizationCodeGrant(config, url, checks)).claims()?.aud).toBe(
        config.clientMetadata().client_id,
      )
    }
    const { privateKey: other } = await generateKeyPair('ES256')
    for (const wrong of [openid.PrivateKeyJwt(other), openid.ClientSecretPost('wrong'), openid.None()]) {
      const config = await discover(enterprise, 'entra', wrong, 'app-1')
      const url = await landing(enterprise, config, { person: 'ada' })
      await expect(openid.authorizationCodeGrant(config, url, checks)).rejects.toMatchObject({
        error: 'invalid_client',
      })
    }
  })

  it('requires the code_verifier of the request, and accepts a code once', async () => {
    const enterprise = open()
    const config = await discover(enterprise, 'okta')
    const redeem = (url: URL, change = {}) => openid.authorizationCodeGrant(config, url, { ...checks, ...change })
    const other = await landing(enterprise, config, { person: 'ada' })
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    await expect(redeem(other, { pkceCodeVerifier })).rejects.toMatchObject({ error: 'invalid_grant' })
    const url = await landing(enterprise, config, { person: 'ada' })
    await redeem(url)
    await expect(redeem(url)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it.each([
    [{}, undefined],
    [{ client_secret: 'wrong' }, 'invalid_client'],
    [{ client_secret: 'latchkey-enterprise-okta-secret' }, 'invalid_client'],
    [{ client_id: 'latchkey-enterprise-okta', client_secret: 'latchkey-enterprise-okta-secret' }, 'invalid_client'],
    // Two methods at once (RFC 6749 §2.3).
    [{ client_assertion: 'a.b.c' }, 'invalid_client'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ redirect_uri: `${redirect_uri}2` }, 'invalid_grant'],
    [{ code: 'made up' }, 'invalid_grant'],
    [{ code_verifier: '' }, 'invalid_grant'],
  ])('responds to a token request with %j as OAuth says', async (change, error) => {
    const enterprise = open()
    const { issuer, clientId, clientSecret } = predefined('entra')
    const url = await landing(enterprise, await discover(enterprise, 'entra'), { person: 'ada' })
    const body = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: url.searchParams.get('code') ?? '', redirect_uri },
      ...{ code_verifier: codeVerifier, client_id: clientId, client_secret: clientSecret, ...change },
    })
    const response = await enterprise.fetch(new Request(`${issuer}/token`, { method: 'POST', body }))
    expect((await response.json()).error).toBe(error)
  })

  it('does not accept a code or an access token of another provider', async () => {
    const enterprise = open()
    const [okta, entra] = [await discover(enterprise, 'okta'), await discover(enterprise, 'entra')]
    const url = await landing(enterprise, okta, { person: 'ada' })
    await expect(openid.authorizationCodeGrant(entra, url, checks)).rejects.toMatchObject({ error: 'invalid_grant' })
    const other = await landing(enterprise, okta, { person: 'ada' })
    const { access_token } = await openid.authorizationCodeGrant(okta, other, checks)
    await expect(openid.fetchUserInfo(entra, access_token, openid.skipSubjectCheck)).rejects.toThrow()
  })

  it.each([
    [{ client_id: 'unknown' }, 'client_id'],
    [{ redirect_uri: 'https://evil.example/' }, 'redirect_uri'],
    [{ redirect_uri: `${baseUrl}/v1/sso/callback/../../dev/inbox` }, 'redirect_uri'],
    [{ response_type: 'token' }, 'response_type'],
    [{ scope: 'email' }, 'openid'],
    [{ state: '' }, 'state'],
    [{ code_challenge_method: 'plain' }, 'S256'],
    [{ code_challenge: '' }, 'S256'],
  ])('rejects an authorization request with %j without a redirect', async (change, problem) => {
    const enterprise = open()
    const url = await authorizationUrl(await discover(enterprise, 'okta'), change as Record<string, string>)
    const response = await enterprise.fetch(choose(url.href, { person: 'ada' }))
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain(problem)
  })

  it('redirects with an error if it may not show a page', async () => {
    const enterprise = open()
    const url = await authorizationUrl(await discover(enterprise, 'okta'), { prompt: 'none' })
    const location = (await enterprise.fetch(new Request(url))).headers.get('location')
    expect(location).toBe(
      `${redirect_uri}?error=login_required&error_description=The+user+is+not+signed+in.&state=state-1`,
    )
  })
})

describe('a fault of a fake OpenID Connect provider', () => {
  /** Header and claims of the ID token without a verification. */
  async function tokenOf(fault: EnterpriseFault) {
    const enterprise = open()
    const { issuer, clientId, clientSecret } = predefined('entra')
    const config = await discover(enterprise, 'entra')
    const url = await landing(enterprise, config, { person: 'ada', fault })
    const body = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: url.searchParams.get('code') ?? '', redirect_uri },
      ...{ code_verifier: codeVerifier, client_id: clientId, client_secret: clientSecret },
    })
    const response = await enterprise.fetch(new Request(`${issuer}/token`, { method: 'POST', body }))
    const { id_token } = await response.json()
    const { keys } = await (await enterprise.fetch(new Request(`${issuer}/jwks`))).json()
    return {
      header: decodeProtectedHeader(id_token),
      claims: decodeJwt(id_token),
      kids: keys.map(({ kid }: { kid: string }) => kid),
    }
  }
  const seconds = (ms: number): number => Math.floor(ms / 1_000)

  it('changes one part of the ID token', async () => {
    const { issuer, clientId } = predefined('entra')
    const now = Date.now()
    const unknown = await tokenOf('unknown_key')
    expect([unknown.header.alg, unknown.kids.includes(unknown.header.kid)]).toEqual(['RS256', false])
    expect((await tokenOf('unsigned')).header).toEqual({ alg: 'none' })
    const other = await tokenOf('sha1')
    expect([other.header.alg, other.kids.includes(other.header.kid)]).toEqual(['ES256', true])
    expect((await tokenOf('wrong_audience')).claims).toMatchObject({ aud: 'another-client', iss: issuer })
    expect((await tokenOf('wrong_issuer')).claims).toMatchObject({ aud: clientId, iss: `${issuer}/other` })
    expect((await tokenOf('other_request')).claims).toMatchObject({ nonce: 'nonce-of-another-request' })
    const ahead = (await tokenOf('clock_ahead')).claims
    expect([ahead.iat, ahead.nbf].map((time) => Number(time) >= seconds(now + 600_000))).toEqual([true, true])
    expect(Number((await tokenOf('clock_behind')).claims.exp)).toBeLessThan(seconds(now))
    const { claims } = await tokenOf('missing_email')
    expect(['email', 'preferred_username', 'oid'].map((name) => name in claims)).toEqual([false, false, true])
  })

  const rejected = Object.entries(enterpriseFaults).filter(
    ([name, { oidc }]) => oidc !== null && name !== 'missing_email',
  )

  it.each(rejected.map(([name]) => name))('%s is rejected by openid-client', async (fault) => {
    await expect(signIn('okta', { person: 'ada', fault: fault as EnterpriseFault })).rejects.toThrow()
  })

  it('is absent for the four that only SAML has', () => {
    const samlOnly = Object.entries(enterpriseFaults).filter(([, { oidc }]) => oidc === null)
    expect(samlOnly.map(([name]) => name)).toEqual([
      'expired_certificate',
      'wrapped_signature',
      'wrong_recipient',
      'wrong_destination',
    ])
  })

  it('"user not assigned" redirects with an error and the state', async () => {
    const enterprise = open()
    const url = await landing(enterprise, await discover(enterprise, 'okta'), { person: 'ada', fault: 'not_assigned' })
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ error: 'access_denied', error_description: 'User is not assigned to the client application.' },
      state: 'state-1',
    })
  })
})

it('registers a client over HTTP', async () => {
  const enterprise = open()
  const register = (body: unknown) =>
    enterprise.fetch(
      new Request(`${baseUrl}/dev/enterprise/clients`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      }),
    )
  const client_id = randomUUID()
  expect((await register({ identity_provider: 'okta', client_id, client_secret: 'a secret:+%' })).status).toBe(201)
  const config = await discover(enterprise, 'okta', openid.ClientSecretBasic('a secret:+%'), client_id)
  const url = await landing(enterprise, config, { person: 'ada' })
  expect((await openid.authorizationCodeGrant(config, url, checks)).claims()?.aud).toBe(client_id)
  for (const wrong of [
    null,
    {},
    { identity_provider: 'okta' },
    { identity_provider: 'x', client_id, client_secret: 's' },
    { identity_provider: 'okta', client_id, jwks: { keys: [] } },
  ])
    expect((await register(wrong)).status).toBe(400)
})
