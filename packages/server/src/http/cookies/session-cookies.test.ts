import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../storage/operations/open-storage.ts'
import type { HttpOnlyCookies, ProjectSettings } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageUnavailableError } from '../../storage/storage-error.ts'
import { type Answer, basic, type CallOptions, createHarness, type Harness, origin } from '../../testing/harness.ts'
import { type SessionCookies, setSession } from './session-cookies.ts'

const inDomain: HttpOnlyCookies = { enabled: true, domain: 'example.com', name: 'latchkey_session' }
const onOneHost: HttpOnlyCookies = { ...inDomain, domain: null }
const token = '__Secure-latchkey_session'
const jwt = '__Secure-latchkey_session_jwt'
const binding = '__Host-latchkey_session_binding'
const sharedCookies: SessionCookies = {
  ...{ tokenName: token, jwtName: jwt, bindingName: binding, intermediateName: '__Host-latchkey_session_intermediate' },
  ...{ domain: 'example.com', apiHost: 'auth.example.com' },
}

let storage: Storage
beforeAll(async () => {
  storage = await openSqlite({ path: ':memory:' })
})
afterAll(() => storage.close())

/** A project with its own API host, which the harness calls. */
function open(httpOnlyCookies: HttpOnlyCookies, settings: Partial<ProjectSettings> = {}): Promise<Harness> {
  return createHarness(storage, { settings: { cnameDomain: 'auth.example.com', httpOnlyCookies, ...settings } })
}

/** The cookies of a response by name: value and attributes. */
function cookiesOf({ headers }: Answer): Record<string, { value: string; rest: string }> {
  return Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*); (.*)$/.exec(line) ?? []
      return [name, { value, rest }]
    }),
  )
}

let users = 0

async function signIn(harness: Harness, options: CallOptions = {}): Promise<{ answer: Answer; cookie: string }> {
  users += 1
  const email = `user-${users}@example.com`
  const started = await harness.call('POST', '/otps/email/login_or_create', { email }, options)
  const { codes } = await harness.lastMessage(email)
  const body = { token: codes[0], method_id: started.data.method_id, session_duration_minutes: 30 }
  const answer = await harness.call('POST', '/otps/authenticate', body, options)
  return { answer, cookie: cookieHeader(answer) }
}

/** The token and its binding, as a browser sends them back. */
function cookieHeader(answer: Answer): string {
  return Object.entries(cookiesOf(answer))
    .filter(([name]) => !name.endsWith('_jwt'))
    .map(([name, { value }]) => `${name}=${value}`)
    .join('; ')
}

/** The token in a cookie header. */
function tokenOf(cookie: string): string {
  return /latchkey_session=([^;]*)/.exec(cookie)?.[1] ?? ''
}

const withCookie = (cookie: string, headers: Record<string, string> = {}): CallOptions => ({
  headers: { cookie, ...headers },
})

/** Changes the project's settings. */
async function change(harness: Harness, settings: Partial<ProjectSettings>): Promise<void> {
  const project = await harness.storage.projects.get(harness.project.id)
  if (!project) throw new Error('no project')
  const { id, revision, name } = project
  await harness.storage.projects.updateSettings(id, revision, { ...project.settings, ...settings }, name)
}

describe('a session in HttpOnly cookies', () => {
  it('starts with cookies of the shared domain and without a token in the body', async () => {
    const harness = await open(inDomain)
    const { answer } = await signIn(harness)
    expect(cookiesOf(answer)).toEqual({
      [token]: {
        value: expect.stringMatching(/^latchkey_st_/),
        rest: 'Path=/; Max-Age=1800; HttpOnly; Secure; SameSite=Lax; Domain=example.com',
      },
      // Only for the API host.
      [binding]: {
        value: expect.stringMatching(/^[0-9a-f]{64}$/),
        rest: 'Path=/; Max-Age=1800; HttpOnly; Secure; SameSite=Lax',
      },
      [jwt]: {
        value: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        rest: 'Path=/; Max-Age=1800; HttpOnly; Secure; SameSite=Lax; Domain=example.com',
      },
    })
    expect([answer.data.session_token, answer.data.session_jwt]).toEqual(['', ''])
    expect(answer.data.session.session_id).toMatch(/^session-test-/)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const secrets = Object.values(cookiesOf(answer)).map(({ value }) => value)
    expect(secrets.filter((secret) => answer.text.includes(secret) || harness.logs.join().includes(secret))).toEqual([])
  })

  it('is restricted to the host if it serves the pages and the API', async () => {
    const harness = await open(onOneHost, { authorizedOrigins: ['https://auth.example.com'] })
    const { answer, cookie } = await signIn(harness, { origin: 'https://auth.example.com' })
    expect(Object.entries(cookiesOf(answer)).map(([name, { rest }]) => [name, rest])).toEqual([
      ['__Host-latchkey_session', 'Path=/; Max-Age=1800; HttpOnly; Secure; SameSite=Lax'],
      ['__Host-latchkey_session_jwt', 'Path=/; Max-Age=1800; HttpOnly; Secure; SameSite=Lax'],
    ])
    // Browsers send no `Origin` with a same-origin GET.
    const read = (headers: Record<string, string>) =>
      harness.call('GET', '/users/me', undefined, { ...withCookie(cookie, headers), origin: null })
    expect((await read({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).outcome).toBe('200')
    expect((await read({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' })).outcome).toBe(
      'unauthorized_origin',
    )
    expect((await read({})).outcome).toBe('unauthorized_origin')
  })

  it('is refreshed by its cookie: sets a new JWT, and the token only if its expiry changes', async () => {
    const harness = await open(inDomain)
    const { answer, cookie } = await signIn(harness)
    harness.clock.advance(60_000)
    const refreshed = await harness.call('POST', '/sessions/authenticate', {}, withCookie(cookie))
    expect(refreshed.data).toMatchObject({ session_token: '', session_jwt: '', user_id: answer.data.user_id })
    expect(Object.keys(cookiesOf(refreshed))).toEqual([jwt])
    expect(cookiesOf(refreshed)[jwt]?.rest).toContain('Max-Age=1740;')
    expect(cookiesOf(refreshed)[jwt]?.value).not.toBe(cookiesOf(answer)[jwt]?.value)
    const body = { session_duration_minutes: 60 }
    const prolonged = cookiesOf(await harness.call('POST', '/sessions/authenticate', body, withCookie(cookie)))
    expect(prolonged[token]?.value).toBe(tokenOf(cookie))
    expect([token, binding, jwt].map((name) => /Max-Age=\d+/.exec(prolonged[name]?.rest ?? '')?.[0])).toEqual([
      'Max-Age=3600',
      'Max-Age=3600',
      'Max-Age=3600',
    ])
  })

  it('is accepted only from an authorized page of its site, for every method (C-1)', async () => {
    const harness = await open(inDomain)
    const { cookie } = await signIn(harness)
    const from = async (name: string | null, headers: Record<string, string> = {}) => {
      const options = { ...withCookie(cookie, headers), origin: name }
      const answers = [
        await harness.call('GET', '/users/me', undefined, options),
        await harness.call('PUT', '/users/me', { name: {} }, options),
        await harness.call('DELETE', '/users/emails/email-test-x', undefined, options),
        await harness.call('POST', '/sessions/authenticate', {}, options),
        await harness.call('POST', '/sessions/revoke', undefined, options),
      ]
      return [...new Set(answers.map(({ outcome }) => outcome))]
    }
    expect(await from(null)).toEqual(['unauthorized_origin'])
    expect(await from('null')).toEqual(['unauthorized_origin'])
    expect(await from('https://evil.example')).toEqual(['unauthorized_origin'])
    // On the same site, so that browsers send the cookie, but not on the list.
    expect(await from('https://blog.example.com')).toEqual(['unauthorized_origin'])
    expect(await from(origin, { 'sec-fetch-site': 'cross-site' })).toEqual(['unauthorized_origin'])
    // The API host is not an authorized origin here.
    expect(await from(null, { 'sec-fetch-site': 'same-origin' })).toEqual(['unauthorized_origin'])
    const form = await harness.call('POST', '/sessions/revoke', 'x=1', {
      ...withCookie(cookie, { 'content-type': 'application/x-www-form-urlencoded' }),
    })
    expect(form.outcome).toBe('unsupported_media_type')
    const read = await harness.call(
      'GET',
      '/users/me',
      undefined,
      withCookie(cookie, { 'sec-fetch-site': 'same-site' }),
    )
    expect(read.outcome).toBe('200')
  })

  it('is not set for an authorized page on another site', async () => {
    const harness = await open(onOneHost, { authorizedOrigins: [] })
    // `http://localhost:*` of a test project covers two hosts, which are two sites.
    await change(harness, { cnameDomain: 'localhost', authorizedOrigins: ['http://localhost:*'] })
    const from = (name: string) =>
      harness.fetch(
        new Request('http://localhost:4000/sdk/v1/users/search', {
          method: 'POST',
          headers: {
            ...{ authorization: basic(harness.project.publicToken), origin: name },
            'content-type': 'application/json',
          },
          body: '{"email":"ada@example.com"}',
        }),
      )
    expect((await from('http://localhost:3000')).outcome).toBe('200')
    expect((await from('http://127.0.0.1:3000')).outcome).toBe('unauthorized_origin')
  })

  it('is rejected if the header and the cookie have different tokens', async () => {
    const harness = await open(inDomain)
    const [first, second] = [await signIn(harness), await signIn(harness)]
    const header = tokenOf(second.cookie)
    const both = (cookie: string) =>
      harness.call('POST', '/sessions/authenticate', {}, { ...withCookie(cookie), session: header })
    expect((await both(first.cookie)).outcome).toBe('session_not_found')
    expect((await both(second.cookie)).outcome).toBe('200')
    // Without its binding the cookie is ignored, and the header counts.
    expect((await both(`${token}=garbage`)).outcome).toBe('200')
    // With its binding it conflicts with the header, although it is not a valid token.
    const garbage = (value: string) => {
      const [line] = setSession(sharedCookies, { token: value, jwt: '', seconds: 1 }, false).slice(1)
      return `${token}=${value}; ${line?.split(';')[0]}`
    }
    for (const value of ['garbage', 'latchkey_st_garbage', `${header}x`, header.slice(0, -1), header.toUpperCase()])
      expect([value, (await both(garbage(value))).outcome]).toEqual([value, 'session_not_found'])
    expect((await both(garbage(header))).outcome).toBe('200')
    // A further factor gives the session a new token; running requests still carry the old one.
    const email = 'further@example.com'
    const started = await harness.call('POST', '/otps/email/send/secondary', { email }, withCookie(second.cookie))
    const { codes } = await harness.lastMessage(email)
    const body = { token: codes[0], method_id: started.data.method_id, session_duration_minutes: 30 }
    const rotated = await harness.call('POST', '/otps/authenticate', body, withCookie(second.cookie))
    expect(cookiesOf(rotated)[token]?.value).not.toBe(header)
    expect((await both(cookieHeader(rotated))).outcome).toBe('200')
  })

  it('is the one whose token matches the binding, if several tokens are sent', async () => {
    const harness = await open(inDomain)
    const [first, second] = [await signIn(harness), await signIn(harness)]
    const others = [`${token}=${tokenOf(second.cookie)}`, `${token}=garbage`]
    const several = withCookie([...others, first.cookie].join('; '))
    const refreshed = await harness.call('POST', '/sessions/authenticate', {}, several)
    expect([refreshed.outcome, refreshed.data.user_id]).toEqual(['200', first.answer.data.user_id])
    // Cookies of other domains are removed. Those of the project's own stay, with a new JWT.
    const removed = 'Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax'
    expect(refreshed.headers.getSetCookie()).toEqual([
      ...['', '; Domain=auth.example.com'].flatMap((domain) =>
        [token, jwt].map((name) => `${name}=; ${removed}${domain}`),
      ),
      expect.stringMatching(new RegExp(`^${jwt}=[^;]+; .*; Domain=example.com$`)),
    ])
    const strange = await harness.call(...(['POST', '/sessions/authenticate', {}] as const), {
      ...several,
      origin: 'https://evil.example',
    })
    expect([strange.outcome, strange.headers.getSetCookie()]).toEqual(['unauthorized_origin', []])
  })

  it('is ignored for several tokens if no binding or two bindings match', async () => {
    const harness = await open(inDomain)
    const [first, second] = [await signIn(harness), await signIn(harness)]
    const tokens = [first, second].map(({ cookie }) => `${token}=${tokenOf(cookie)}`)
    for (const cookies of [tokens, [...tokens, `${binding}=${'0'.repeat(64)}`], [first.cookie, second.cookie]]) {
      const refused = await harness.call('POST', '/sessions/authenticate', {}, withCookie(cookies.join('; ')))
      expect(refused.outcome).toBe('user_unauthenticated')
      expect(refused.headers.getSetCookie().filter((line) => line.includes('Domain=example.com'))).toEqual([])
    }
    const twice = withCookie(`${first.cookie}; other=1; ${first.cookie}`)
    expect((await harness.call('POST', '/sessions/authenticate', {}, twice)).outcome).toBe('200')
  })

  it('is rejected and removed if a host without bindings gets two tokens', async () => {
    const own = 'https://auth.example.com'
    const harness = await open(onOneHost, { authorizedOrigins: [own] })
    const [first, second] = [await signIn(harness, { origin: own }), await signIn(harness, { origin: own })]
    const both = withCookie(`${first.cookie}; ${second.cookie}`)
    const refused = await harness.call('POST', '/sessions/authenticate', {}, { ...both, origin: own })
    const removed = 'Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax'
    expect([refused.outcome, refused.headers.getSetCookie()]).toEqual([
      'session_not_found',
      ['__Host-latchkey_session', '__Host-latchkey_session_jwt'].map((name) => `${name}=; ${removed}`),
    ])
    const strange = await harness.call(...(['POST', '/sessions/authenticate', {}] as const), {
      ...both,
      origin: 'https://evil.example',
    })
    expect([strange.outcome, strange.headers.getSetCookie()]).toEqual(['unauthorized_origin', []])
  })

  it('continues for a user who signed in before the project used cookies', async () => {
    const harness = await open({ ...inDomain, enabled: false })
    const before = await harness.signIn('ada@example.com')
    expect(before.token).toMatch(/^latchkey_st_/)
    await change(harness, { httpOnlyCookies: inDomain })
    const after = await harness.call('POST', '/sessions/authenticate', {}, { session: before.token })
    expect(after.data).toMatchObject({ session_token: '', session_jwt: '', session: { session_id: before.sessionId } })
    expect(cookiesOf(after)[token]?.value).toBe(before.token)
    const next = await harness.call('GET', '/users/me', undefined, withCookie(cookieHeader(after)))
    expect(next.data.user_id).toBe(before.accountId)
  })

  it('loses its cookies when it ends, and not before', async () => {
    const harness = await open(inDomain)
    const { cookie } = await signIn(harness)
    const revoke = () => harness.call('POST', '/sessions/revoke', undefined, withCookie(cookie))
    const sessions = harness.storage.sessions as { findByTokenHash: unknown }
    const { findByTokenHash } = sessions
    sessions.findByTokenHash = () => Promise.reject(new StorageUnavailableError('away'))
    const failed = await revoke()
    sessions.findByTokenHash = findByTokenHash
    expect([failed.outcome, failed.headers.getSetCookie()]).toEqual(['service_unavailable', []])
    const removed = 'Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax'
    const gone = [...[token, jwt].map((name) => `${name}=; ${removed}; Domain=example.com`), `${binding}=; ${removed}`]
    const ended = await revoke()
    expect([ended.outcome, ended.headers.getSetCookie()]).toEqual(['200', gone])
    const again = await revoke()
    expect([again.outcome, again.headers.getSetCookie()]).toEqual(['session_not_found', gone])
    // A late refresh of an old session must not remove the cookie of a newer one.
    const late = await harness.call('POST', '/sessions/authenticate', {}, withCookie(cookie))
    expect([late.outcome, late.headers.getSetCookie()]).toEqual(['session_not_found', []])
    expect((await harness.call('POST', '/sessions/authenticate', {})).outcome).toBe('user_unauthenticated')
  })

  it('is used only between pages and the API host: other hosts and backends use the header', async () => {
    const harness = await open(inDomain)
    const server = await signIn(harness, { origin: null })
    expect([server.answer.headers.getSetCookie(), server.answer.data.session_token]).toEqual([
      [],
      expect.stringMatching(/^latchkey_st_/),
    ])
    const { cookie } = await signIn(harness)
    const elsewhere = (session: string | null, headers: Record<string, string>) =>
      harness.fetch(
        new Request('https://api.example.com/sdk/v1/sessions/authenticate', {
          method: 'POST',
          headers: {
            ...{ authorization: basic(harness.project.publicToken, session), origin },
            ...{ 'content-type': 'application/json', ...headers },
          },
          body: '{}',
        }),
      )
    expect((await elsewhere(null, { cookie })).outcome).toBe('user_unauthenticated')
    const { session_token } = server.answer.data
    expect((await elsewhere(session_token, {})).data.session_token).toBe(session_token)
  })

  it('has a configurable name, so that another project can use the same domain', async () => {
    const harness = await open({ ...inDomain, name: 'staging' })
    const { answer } = await signIn(harness)
    expect(Object.keys(cookiesOf(answer))).toEqual([
      '__Secure-staging',
      '__Host-staging_binding',
      '__Secure-staging_jwt',
    ])
  })

  it('removes the cookie of a JWT that is too long', () => {
    const names = { tokenName: 'a', jwtName: 'b', bindingName: null, intermediateName: 'c' }
    const cookies: SessionCookies = { ...names, domain: null, apiHost: 'auth.example.com' }
    const session = { token: 't', jwt: 'j'.repeat(4_096), seconds: 5 }
    const attributes = 'HttpOnly; Secure; SameSite=Lax'
    expect(setSession(cookies, session, false)).toEqual([
      `a=t; Path=/; Max-Age=5; ${attributes}`,
      `b=; Path=/; Max-Age=0; ${attributes}`,
    ])
  })
})
