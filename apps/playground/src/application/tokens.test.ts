import { describe, expect, it } from 'vitest'
import { describeClaims, describeParameters } from './claim-descriptions.ts'
import { decodeToken, readTokens } from './tokens.ts'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a token', () => {
  it('decodes a token into claims and its three parts, with non-ASCII text', () => {
    const [header, claims] = [{ alg: 'ES256' }, { name: 'Zoë 🗝', sub: 'user-1' }]
    const token = `${part(header)}.${part(claims)}.c2ln`
    expect(decodeToken(token)).toEqual({ header, claims, parts: [part(header), part(claims), 'c2ln'] })
  })

  it.each(['', 'opaque', 'a.b', 'a.b.c', `${part({})}.${part('text')}.s`, `${part({})}.${part({})}.s.t`])(
    'returns null for a text that is not a token: %j',
    (token) => expect(decodeToken(token)).toBeNull(),
  )
})

describe('a response of the token endpoint', () => {
  const before = { accessToken: 'a1', idToken: 'i1', refreshToken: 'r1', scopes: ['openid'] }

  it('replaces the previous tokens, and keeps those that the response does not contain', () => {
    const answer = { access_token: 'a2', refresh_token: 'r2', scope: 'openid email' }
    expect([readTokens(answer, before), readTokens({ access_token: 'a2' }, null)]).toEqual([
      { accessToken: 'a2', idToken: 'i1', refreshToken: 'r2', scopes: ['openid', 'email'] },
      { accessToken: 'a2', idToken: null, refreshToken: null, scopes: [] },
    ])
  })

  it.each([null, 'text', {}, { access_token: 7 }])(
    'returns null for a response without an access token: %j',
    (answer) => expect(readTokens(answer, before)).toBeNull(),
  )
})

describe('claim descriptions', () => {
  const now = Date.UTC(2026, 0, 1, 12)
  const seconds = now / 1_000

  it('explains claims, and times relative to now', () => {
    const words = describeClaims({ sub: 'user-1', exp: seconds + 3_599, iat: seconds - 1, amr: ['otp'], own: 1 }, now)
    expect(words.map(({ name, value, meaning, time }) => [name, value, meaning, time?.split(', ').at(-1)])).toEqual([
      ['sub', 'user-1', 'User id', undefined],
      ['exp', String(seconds + 3_599), 'Expires', 'in 59:59'],
      ['iat', String(seconds - 1), 'Issued', '0:01 ago'],
      ['amr', '["otp"]', 'Authentication methods', undefined],
      ['own', '1', '', undefined],
    ])
  })

  it('explains request parameters differently from claims', () => {
    expect(describeParameters({ client_id: 'c' })).toEqual([
      { name: 'client_id', value: 'c', meaning: 'Client application', time: null },
    ])
  })
})
