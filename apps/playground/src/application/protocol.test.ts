import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { requiresSignIn } from '../consent/requires-sign-in.ts'
import { authorizationQuery, logOutAddress, newPending, readAuthorizationResponse, redeem } from './protocol.ts'
import { scopeChoices, standardChoices, toggleScope } from './scope-choices.ts'

const application = {
  clientId: 'client-1',
  endpoints: 'http://localhost:4000/v1/public/project-1/oauth2',
  redirectUri: 'http://localhost:4000/application',
}
const pending = { state: 's1', nonce: 'n1', verifier: 'v1' }

describe('an authorization request of the sample application', () => {
  it('requests a code with PKCE, state and nonce', async () => {
    const challenge = createHash('sha256').update('v1').digest('base64url')
    const options = { scopes: ['openid', 'notes:read'], prompt: 'login' } as const
    expect(await authorizationQuery(application, pending, options)).toEqual({
      ...{ client_id: 'client-1', redirect_uri: application.redirectUri, response_type: 'code' },
      ...{ scope: 'openid notes:read', state: 's1', nonce: 'n1', prompt: 'login' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    })
    expect(await authorizationQuery(application, pending, { scopes: [], prompt: '' })).not.toHaveProperty('prompt')
    const [one, other] = [newPending(), newPending()]
    expect(new Set([...Object.values(one), ...Object.values(other)]).size).toBe(6)
    expect(one.verifier).toMatch(/^[\w-]{43}$/)
  })

  it('accepts only a response with its state', () => {
    const mismatch = { error: 'state_mismatch', description: expect.any(String) }
    expect([
      readAuthorizationResponse('', pending),
      readAuthorizationResponse('?code=c&state=s1&iss=i1', pending),
      readAuthorizationResponse('?code=c&state=s1', pending),
      readAuthorizationResponse('?code=c&state=other', pending),
      readAuthorizationResponse('?code=c&state=s1', null),
      readAuthorizationResponse('?error=access_denied&error_description=No.&state=s1', pending),
      readAuthorizationResponse('?error=access_denied&state=other', pending),
    ]).toEqual([
      ...[null, { code: 'c', issuer: 'i1' }, { code: 'c', issuer: null }, mismatch, mismatch],
      ...[{ error: 'access_denied', description: 'No.' }, mismatch],
    ])
  })

  describe('with a response of the provider', () => {
    afterEach(() => vi.unstubAllGlobals())

    /** Redeems a code of `issuer` at a provider with the issuer `i1`, which returns an ID token with these claims. */
    async function redeemCode(
      issuer: string | null,
      claims: object,
    ): Promise<{ requested: string[]; outcome: string }> {
      const requested: string[] = []
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      vi.stubGlobal('fetch', async (url: string) => {
        requested.push(url.replace('http://localhost:4000/v1/public/project-1/', ''))
        if (!url.endsWith('/token')) return Response.json({ issuer: 'i1' })
        return Response.json({ access_token: 'a', id_token: `${part({})}.${part(claims)}.s` })
      })
      const outcome = await redeem(application, pending, { code: 'c', issuer }).then(
        ({ accessToken }) => accessToken,
        ({ message }: Error) => message,
      )
      return { requested, outcome }
    }
    const claims = { iss: 'i1', aud: 'client-1', nonce: 'n1' }
    const discovery = '.well-known/openid-configuration'

    it('redeems a code of the provider', async () => {
      expect(await redeemCode('i1', claims)).toEqual({ requested: [discovery, 'oauth2/token'], outcome: 'a' })
    })

    it.each(['i2', null])('does not redeem a code whose issuer is %j', async (issuer) => {
      const outcome = 'The response comes from another issuer.'
      expect(await redeemCode(issuer, claims)).toEqual({ requested: [discovery], outcome })
    })

    it.each([{ nonce: 'n2' }, { nonce: undefined }, { iss: 'i2' }, { aud: 'client-2' }])(
      'rejects a response whose ID token has %j',
      async (change) => {
        const { outcome } = await redeemCode('i1', { ...claims, ...change })
        expect(outcome).toBe('The nonce of the ID token belongs to another request.')
      },
    )
  })

  it('signs out at the provider too', () => {
    const tokens = { accessToken: 'a', idToken: 'i', refreshToken: null, scopes: [] }
    const { pathname, searchParams } = new URL(logOutAddress(application, tokens))
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/v1/public/project-1/oauth2/logout',
      { client_id: 'client-1', post_logout_redirect_uri: application.redirectUri, id_token_hint: 'i' },
    ])
    expect(logOutAddress(application, { ...tokens, idToken: null })).not.toContain('id_token_hint')
  })
})

describe('scope choices', () => {
  const policy = {
    ...{ roles: [], resources: [] },
    scopes: [
      { scope: 'notes:read', description: 'Read your notes', permissions: [] },
      { scope: 'notes:write', description: '', permissions: [] },
    ],
  }

  it('offers the standard scopes and those of the project', () => {
    expect(scopeChoices({})).toEqual(standardChoices)
    expect(scopeChoices({ rbacPolicy: policy }).slice(standardChoices.length)).toEqual([
      { scope: 'notes:read', label: 'Read your notes' },
      { scope: 'notes:write', label: 'notes:write' },
    ])
  })

  it('keeps the order of scopes regardless of the order of clicks', () => {
    expect(toggleScope(standardChoices, ['email'], 'openid')).toEqual(['openid', 'email'])
    expect(toggleScope(standardChoices, ['openid', 'email'], 'email')).toEqual(['openid'])
  })
})

it.each([
  ['?client_id=c&redirect_uri=r', true],
  ['?client_id=c&post_logout_redirect_uri=r', false],
  ['?client_id=c&redirect_uri=r&prompt=none+latchkey_request_1', false],
  ['?redirect_uri=r', false],
  ['', false],
])('the consent page opened with %j requires a sign-in: %s', (search, isRequired) => {
  expect(requiresSignIn(search)).toBe(isRequired)
})
