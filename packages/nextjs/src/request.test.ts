import { describe, expect, it } from 'vitest'
import { minute, setUp } from './nextjs.suite.ts'
import { jwtHeader, readSession, returnPath, signInUrl } from './request.ts'

const sessions = '/sdk/v1/sessions/authenticate'
const own = { host: 'app.example.com', origin: 'https://app.example.com' }

describe('the session of a request', () => {
  it('is read from the cookies of a page, and after five minutes the provider renews it', async () => {
    const { settings, signIn, kit, requests } = await setUp({ LATCHKEY_TRUST_SIBLING_HOSTS: 'true' })
    const { cookie, userId } = await signIn('ada@example.com')
    const first = await readSession(settings.backend, new Headers({ cookie }))
    expect([first?.userId, first?.setCookies, requests.includes(sessions)]).toEqual([userId, [], false])
    await kit.clock.advance(6 * minute)
    const second = await readSession(settings.backend, new Headers({ cookie }))
    expect([second?.userId, second?.setCookies.length, requests.includes(sessions)]).toEqual([userId, 1, true])
    await kit.clock.advance(25 * minute)
    expect(await readSession(settings.backend, new Headers({ cookie }))).toBeNull()
  })

  it('is not read from cookies of another host if the server reaches the provider on localhost (S-14)', async () => {
    const { settings, signIn } = await setUp({ LATCHKEY_SERVER_URL: 'http://localhost:4000' })
    const { cookie, userId } = await signIn('ada@example.com')
    const planted = cookie.split('; ').filter((one) => !one.startsWith('__Host-'))
    expect(planted).toHaveLength(2)
    expect(await readSession(settings.backend, new Headers({ cookie: planted.join('; ') }))).toBeNull()
    expect((await readSession(settings.backend, new Headers({ cookie })))?.userId).toBe(userId)
  })

  it('is read from the JWT that the proxy has verified, without a call to the provider', async () => {
    const { settings, signIn, requests } = await setUp()
    const { jwt, userId, cookie } = await signIn('ada@example.com')
    expect((await readSession(settings.backend, new Headers({ [jwtHeader]: jwt })))?.userId).toBe(userId)
    expect(requests).not.toContain(sessions)
    const forged = `${jwt.slice(0, -10)}AAAAAAAAAA`
    expect(await readSession(settings.backend, new Headers({ [jwtHeader]: forged }))).toBeNull()
    expect((await readSession(settings.backend, new Headers({ [jwtHeader]: forged, cookie })))?.userId).toBe(userId)
  })

  it('ignores the JWT of the proxy if the caller needs a header or a fresh session', async () => {
    const { settings, signIn } = await setUp()
    const { jwt, cookie } = await signIn('ada@example.com')
    const passedOn = new Headers({ [jwtHeader]: jwt, cookie })
    expect(await readSession(settings.backend, passedOn, { requireHeader: true })).toBeNull()
    const fresh = await readSession(settings.backend, passedOn, { fresh: true })
    expect(fresh?.user?.emails[0]?.email).toBe('ada@example.com')
    expect(await readSession(settings.backend, new Headers({ [jwtHeader]: jwt }), { fresh: true })).toBeNull()
  })

  it.each<[string, Record<string, string>, boolean]>([
    ['a link', { 'sec-fetch-site': 'cross-site' }, true],
    ['a page of its own', { ...own, 'sec-fetch-site': 'same-origin' }, true],
    ['a page of its own in an old browser', own, true],
    ['a page behind a proxy', { ...own, host: '10.0.0.7:3000', 'x-forwarded-host': 'app.example.com' }, true],
    ['another site', { ...own, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
    ['another host of the site', { ...own, origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' }, false],
    ['another site in an old browser', { ...own, origin: 'https://evil.example' }, false],
    ['a page without an origin', { ...own, origin: 'null' }, false],
  ])(
    'reads the cookies of a request from %s only if no other site can have sent it: %o (C-4)',
    async (_, headers, isRead) => {
      const { settings, signIn } = await setUp()
      const { cookie, jwt } = await signIn('ada@example.com')
      const inCookies = new Headers({ ...headers, cookie, [jwtHeader]: jwt })
      expect((await readSession(settings.backend, inCookies)) !== null).toBe(isRead)
      // No other site can make a browser send this header.
      const inHeader = new Headers({ ...headers, authorization: `Bearer ${jwt}` })
      expect(await readSession(settings.backend, inHeader)).not.toBeNull()
    },
  )
})

describe('the path to return to', () => {
  it.each([
    ['/notes?page=2#top', '/notes?page=2#top'],
    ['/', '/'],
    ['//evil.example', '/start'],
    ['/\\evil.example', '/start'],
    ['/\t/evil.example', '/start'],
    ['/..//evil.example', '/start'],
    ['/.//evil.example', '/start'],
    ['https://evil.example', '/start'],
    ['javascript:alert(1)', '/start'],
    ['notes', '/start'],
    ['', '/start'],
    [undefined, '/start'],
    [['/a', '/b'], '/start'],
  ])('of %j is %s', (value, expected) => {
    expect(returnPath({ return_to: value }, '/start')).toBe(expected)
    const { href, origin } = new URL(returnPath({ return_to: value }), 'https://app.example.com')
    expect(href.startsWith(`${origin}/`) && origin).toBe('https://app.example.com')
  })

  it('survives the way over the sign-in page', () => {
    const url = new URL(signInUrl('/login?step=1', '/notes?page=2&q=a%20b'), 'https://app.example.com')
    expect(returnPath(Object.fromEntries(url.searchParams))).toBe('/notes?page=2&q=a%20b')
    expect(signInUrl('/login', null)).toBe('/login')
  })
})
