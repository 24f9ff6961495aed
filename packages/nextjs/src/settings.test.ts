import { describe, expect, it } from 'vitest'
import { setUp } from './nextjs.suite.ts'
import { createSettings } from './settings.ts'

const env = {
  NEXT_PUBLIC_LATCHKEY_URL: 'https://auth.example.com/',
  NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN: 'public-token-live-1',
  LATCHKEY_PROJECT_ID: 'project-live-1',
}
const settingsOf = (changes: Record<string, string> = {}): ReturnType<typeof createSettings> =>
  createSettings({ ...env, ...changes }, fetch)

describe('the environment variables', () => {
  it('throws an error that names all variables that are missing or empty', () => {
    expect(() => createSettings({}, fetch)).toThrow(
      '@latchkey/nextjs: NEXT_PUBLIC_LATCHKEY_URL and NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN and LATCHKEY_PROJECT_ID are not set.',
    )
    expect(() => settingsOf({ LATCHKEY_PROJECT_ID: '' })).toThrow('@latchkey/nextjs: LATCHKEY_PROJECT_ID is not set.')
  })

  it.each([
    ['NEXT_PUBLIC_LATCHKEY_URL', 'auth.example.com', 'is not a URL'],
    ['NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN', 'secret-live-1', 'is a secret key'],
    ['LATCHKEY_SIGN_IN_PATH', 'https://example.com/login', 'must start with a slash'],
    ['LATCHKEY_TRUST_SIBLING_HOSTS', 'yes', 'is not true or false'],
  ])('rejects a wrong value of %s by its name', (name, value, problem) => {
    expect(() => settingsOf({ [name]: value })).toThrow(`${name} ${problem}`)
  })

  it('passes the cookies on to the client', () => {
    const api = { domains: { api: 'https://auth.example.com' } }
    expect(settingsOf().clientOptions).toEqual(api)
    expect(settingsOf({ LATCHKEY_COOKIE_NAME: '__Host-latchkey_session' }).clientOptions).toEqual({
      ...api,
      customApiDomain: 'auth.example.com',
    })
    const ownCookies = { LATCHKEY_COOKIE_NAME: 'tea', LATCHKEY_COOKIE_DOMAIN: 'example.com' }
    expect(settingsOf(ownCookies).clientOptions).toEqual({
      ...api,
      cookies: { opaqueTokenCookieName: 'tea', jwtCookieName: 'tea_jwt', domain: 'example.com' },
    })
  })

  it('do not let the URL of this server decide which cookies are trusted', async () => {
    const setup = await setUp({ LATCHKEY_SERVER_URL: 'http://localhost:4000' })
    const { cookie } = await setup.signIn('ada@example.com')
    const tossed = cookie.replace(/__Host-[^;]+/, '')
    const read = (all: string) => setup.settings.backend.verifyRequest(new Headers({ cookie: all }))
    expect([(await read(cookie)) === null, (await read(tossed)) === null]).toEqual([false, true])
  })

  it('can distrust the other hosts of the site on localhost too', async () => {
    const url = { NEXT_PUBLIC_LATCHKEY_URL: 'http://localhost:4000' }
    const offline = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))
    const read = (trust: string) =>
      createSettings({ ...env, ...url, LATCHKEY_TRUST_SIBLING_HOSTS: trust }, offline).backend.verifyRequest(
        new Headers({ cookie: 'latchkey_session=a; latchkey_session_jwt=e30.e30.e30' }),
      )
    expect(await read('false')).toBeNull()
    await expect(read('')).rejects.toThrow('did not respond')
  })
})
