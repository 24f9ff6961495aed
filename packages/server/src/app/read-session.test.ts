import { describe, expect, it } from 'vitest'
import { readIntermediateCookie, type SessionCookies } from '../http/cookies/session-cookies.ts'
import type { Exchange } from '../http/exchange.ts'
import { moveTokensToCookies, type Presented, withIntermediateToken } from './read-session.ts'

const cookies: SessionCookies = {
  ...{ tokenName: '__Secure-s', jwtName: '__Secure-s_jwt', bindingName: '__Host-s_binding' },
  ...{ intermediateName: '__Host-s_intermediate', domain: 'example.com', apiHost: 'auth.example.com' },
}
const nothing: Presented = { token: null, cookies, isInCookie: false, intermediateToken: null }
const now = Date.UTC(2030, 0, 1)
const signedIn = {
  member_session: { expires_at: '2030-01-01T01:00:00Z' },
  ...{ session_token: 'token-1', session_jwt: 'jwt-1', intermediate_session_token: '', member_authenticated: true },
}
const pending = {
  ...{ member_session: null, session_token: '', session_jwt: '', intermediate_session_token: 'ist-1' },
  ...{ member_authenticated: false, mfa_required: { member_options: null, secondary_auth_initiated: null } },
}
const discovery = { intermediate_session_token: 'ist-1', email_address: 'a@example.com', discovered_organizations: [] }

/** The body and the cookies of a response: value by name, with attributes. */
function answer(data: object, presented: Presented = nothing) {
  const exchange = { setCookies: [] as string[] } as Exchange
  const body = moveTokensToCookies(exchange, presented, {}, data, now)
  const cookieOf = (name: string): string | undefined =>
    exchange.setCookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
  return { body, cookieOf, count: exchange.setCookies.length }
}

describe('the tokens of members in HttpOnly mode', () => {
  it('of a session are in cookies and not in the body', () => {
    const { body, cookieOf } = answer(signedIn)
    expect(body).toEqual({ ...signedIn, session_token: '', session_jwt: '' })
    expect(cookieOf('__Secure-s')).toMatch(/^token-1; Path=\/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax; Domain=/)
    expect(cookieOf('__Secure-s_jwt')).toMatch(/^jwt-1; .*HttpOnly/)
  })

  it.each([
    ['an unfinished sign-in', pending],
    ['discovery', discovery],
  ])('of %s are in a cookie of the API host for 10 minutes, which replaces the session', (_name, data) => {
    const { body, cookieOf } = answer(data, { ...nothing, token: 'token-1', isInCookie: true })
    expect(body).toEqual({ ...data, intermediate_session_token: '' })
    expect(cookieOf('__Host-s_intermediate')).toBe('ist-1; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax')
    for (const name of ['__Secure-s', '__Secure-s_jwt', '__Host-s_binding'])
      expect(cookieOf(name)).toMatch(/^; Path=\/; Max-Age=0; /)
  })

  it('of an unfinished sign-in end with the session that follows', () => {
    expect(answer(signedIn, { ...nothing, intermediateToken: 'ist-1' }).cookieOf('__Host-s_intermediate')).toMatch(
      /^; Path=\/; Max-Age=0; /,
    )
    expect(answer(signedIn).cookieOf('__Host-s_intermediate')).toBeUndefined()
  })

  it('stay in the body on a host without cookies', () => {
    for (const data of [signedIn, pending, discovery]) {
      const { body, count } = answer(data, { ...nothing, cookies: null })
      expect([body, count]).toEqual([data, 0])
    }
  })

  it('leave a response without a session as it is', () => {
    for (const data of [{ member_id: 'm' }, { ...pending, intermediate_session_token: '' }]) {
      const { body, count } = answer(data)
      expect([body, count]).toEqual([data, 0])
    }
  })
})

describe('the cookie of an unfinished sign-in', () => {
  const read = (cookie: string): string | null =>
    readIntermediateCookie(new Request('https://auth.example.com/', { headers: { cookie } }), cookies)

  it('is added to the body of a request, also if the page sends another token', () => {
    const presented = { ...nothing, intermediateToken: 'ist-1' }
    const body = { organization_id: 'organization-1' }
    expect(withIntermediateToken(body, presented)).toEqual({ ...body, intermediate_session_token: 'ist-1' })
    const other = { ...body, intermediate_session_token: 'ist-2' }
    expect(withIntermediateToken(other, presented)).toEqual({ ...body, intermediate_session_token: 'ist-1' })
    expect(withIntermediateToken(other, nothing)).toBe(other)
  })

  it('is ignored if a request has several', () => {
    expect(read('__Host-s_intermediate=ist-1')).toBe('ist-1')
    expect(read('a=b')).toBeNull()
    expect(read('__Host-s_intermediate=ist-1; __Host-s_intermediate=ist-2')).toBeNull()
  })
})
