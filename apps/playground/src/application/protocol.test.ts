import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { wantsSignIn } from '../consent/wants-sign-in.ts'
import { authorizationQuery, logOutAddress, newPending, readAnswer } from './protocol.ts'
import { scopeChoices, standardChoices, toggleScope } from './scope-choices.ts'

const application = {
  clientId: 'client-1',
  endpoints: 'http://localhost:4000/v1/public/project-1/oauth2',
  redirectUri: 'http://localhost:4000/application',
}
const pending = { state: 's1', nonce: 'n1', verifier: 'v1' }

describe('a request of the application', () => {
  it('asks for a code, by PKCE, with a state and a nonce of its own', async () => {
    const challenge = createHash('sha256').update('v1').digest('base64url')
    const wish = { scopes: ['openid', 'notes:read'], prompt: 'login' } as const
    expect(await authorizationQuery(application, pending, wish)).toEqual({
      ...{ client_id: 'client-1', redirect_uri: application.redirectUri, response_type: 'code' },
      ...{ scope: 'openid notes:read', state: 's1', nonce: 'n1', prompt: 'login' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    })
    expect(await authorizationQuery(application, pending, { scopes: [], prompt: '' })).not.toHaveProperty('prompt')
    const [one, other] = [newPending(), newPending()]
    expect(new Set([...Object.values(one), ...Object.values(other)]).size).toBe(6)
    expect(one.verifier).toMatch(/^[\w-]{43}$/)
  })

  it('is answered by what carries its state, and by nothing else', () => {
    const mismatch = { error: 'state_mismatch', description: expect.any(String) }
    expect([
      readAnswer('', pending),
      readAnswer('?code=c&state=s1', pending),
      readAnswer('?code=c&state=other', pending),
      readAnswer('?code=c&state=s1', null),
      readAnswer('?error=access_denied&error_description=No.&state=s1', pending),
      readAnswer('?error=access_denied&state=other', pending),
    ]).toEqual([null, { code: 'c' }, mismatch, mismatch, { error: 'access_denied', description: 'No.' }, mismatch])
  })

  it('ends at the provider too', () => {
    const tokens = { accessToken: 'a', idToken: 'i', refreshToken: null, scopes: [] }
    const { pathname, searchParams } = new URL(logOutAddress(application, tokens))
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/v1/public/project-1/oauth2/logout',
      { client_id: 'client-1', post_logout_redirect_uri: application.redirectUri, id_token_hint: 'i' },
    ])
    expect(logOutAddress(application, { ...tokens, idToken: null })).not.toContain('id_token_hint')
  })
})

describe('scopes to choose from', () => {
  const policy = {
    ...{ roles: [], resources: [] },
    scopes: [
      { scope: 'notes:read', description: 'Read your notes', permissions: [] },
      { scope: 'notes:write', description: '', permissions: [] },
    ],
  }

  it('are the standard ones and the project’s own', () => {
    expect(scopeChoices({})).toEqual(standardChoices)
    expect(scopeChoices({ rbacPolicy: policy }).slice(standardChoices.length)).toEqual([
      { scope: 'notes:read', label: 'Read your notes' },
      { scope: 'notes:write', label: 'notes:write' },
    ])
  })

  it('stay in their order, whatever the order of the clicks', () => {
    expect(toggleScope(standardChoices, ['email'], 'openid')).toEqual(['openid', 'email'])
    expect(toggleScope(standardChoices, ['openid', 'email'], 'email')).toEqual(['openid'])
  })
})

it.each([
  ['?client_id=c&redirect_uri=r', true],
  ['?client_id=c&post_logout_redirect_uri=r', false],
  ['?redirect_uri=r', false],
  ['', false],
])('the consent page opened with %j wants somebody to sign in: %s', (search, isWanted) => {
  expect(wantsSignIn(search)).toBe(isWanted)
})
