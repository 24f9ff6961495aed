import { describe, expect, it } from 'vitest'
import { settle } from '../platform/memory-clock.ts'
import {
  createTestSetup,
  fail,
  gate,
  makeAuth,
  makeSession,
  makeUser,
  publicToken,
  rejection,
  signIn,
  writeSessionCookies,
} from '../test-setup.suite.ts'

const key = `latchkey:${publicToken}:session`
const binding = '__Host-latchkey_session_binding'
const names = ['latchkey_session', 'latchkey_session_jwt', 'latchkey_intermediate_session_token']

function cookieValues(setup: ReturnType<typeof createTestSetup>): Record<string, string> {
  return Object.fromEntries(setup.profile.cookies.all().map(({ name, value }) => [name, value]))
}

function stored(setup: ReturnType<typeof createTestSetup>): Record<string, unknown> {
  return JSON.parse(setup.profile.storage.get(key) ?? '{}')
}

describe('a session', () => {
  it('starts a session with its tokens and fields after a sign-in [C-SES-01] [C-SES-02] [C-SES-07] [C-SES-09] [C-SES-10]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    expect([client.session.getSync(), client.user.getSync(), client.session.getTokens()]).toEqual([null, null, null])
    await signIn(setup, client)
    expect(client.session.getSync()).toEqual(makeSession('s1', 'ada'))
    expect(client.user.getSync()).toEqual(makeUser('ada'))
    expect(client.session.getTokens()).toEqual({ session_token: 'token-s1', session_jwt: 'jwt-s1' })
    expect(Object.keys(client.session.getSync() ?? {})).toEqual(
      expect.arrayContaining(['session_id', 'expires_at', 'last_accessed_at']),
    )
    expect(Object.keys(client.user.getSync() ?? {})).toEqual(
      expect.arrayContaining([
        'user_id',
        'roles',
        'untrusted_metadata',
        'emails',
        'phone_numbers',
        'totps',
        'crypto_wallets',
        'providers',
        'webauthn_registrations',
        'biometric_registrations',
      ]),
    )
  })

  it('stores tokens in cookies and everything else in local storage [C-SES-03] [C-SES-04] [C-SES-27] [C-SES-29]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    const token = `latchkey_st_${'secret7890'.repeat(4)}end`
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', { token }) })
    await client.otps.authenticate('123456', 'method-1', { session_duration_minutes: 30 })
    expect(cookieValues(setup)).toEqual({
      latchkey_session: token,
      latchkey_session_jwt: 'jwt-s1',
      [binding]: token.slice(-20),
    })
    expect(stored(setup)).toMatchObject({ v: 2, subject: makeUser('ada'), session: makeSession('s1', 'ada') })
    // Storage contains the end of the token, which identifies it, and never its beginning.
    for (const [name, value] of setup.profile.storage) {
      expect(name + value.replace(token.slice(-20), '')).not.toMatch(/secret7890|jwt-s1/)
    }
  })

  it('sets lax, host-only and secure cookies that expire with the session [C-SES-24] [C-SES-25] [C-SES-26]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    const attributes = { path: '/', domain: undefined, expires: Date.UTC(2030, 0, 1, 1), sameSite: 'Lax', secure: true }
    expect(setup.profile.cookies.all()).toEqual([
      { name: binding, value: 'token-s1', ...attributes },
      { name: 'latchkey_session', value: 'token-s1', ...attributes },
      { name: 'latchkey_session_jwt', value: 'jwt-s1', ...attributes },
    ])
  })

  it.each([
    ['http://localhost:3000/', false],
    ['http://127.0.0.1:3000/', false],
    ['https://app.example.com/', true],
    ['https://localhost.example.com/', true],
  ])('on %s sets secure cookies: %s [C-SES-26]', async (href, secure) => {
    const setup = createTestSetup()
    const { client } = setup.open({ href })
    await signIn(setup, client)
    // On localhost other ports share the cookies and no other host can set them, so that no binding is needed.
    expect(setup.profile.cookies.all().map((cookie) => [cookie.name, cookie.secure])).toEqual([
      ...(secure ? [[binding, true]] : []),
      ['latchkey_session', secure],
      ['latchkey_session_jwt', secure],
    ])
  })

  it('takes cookie names, path and domain from the options [C-SES-28]', async () => {
    const setup = createTestSetup()
    const cookies = { opaqueTokenCookieName: 'a', jwtCookieName: 'b', istCookieName: 'c', path: '/app' }
    const { client } = setup.open({ cookies: { ...cookies, domain: 'example.com' } })
    await signIn(setup, client)
    expect(setup.profile.cookies.all()).toMatchObject([
      { name: 'a', value: 'token-s1', path: '/app', domain: 'example.com' },
      { name: 'b', value: 'jwt-s1', path: '/app', domain: 'example.com' },
    ])
    const other = createTestSetup()
    const second = other.open({ cookies: { availableToSubdomains: true } })
    await signIn(other, second.client)
    expect(other.profile.cookies.all()[0]?.domain).toBe('app.example.com')
  })

  it('keeps the sessions of two public tokens apart [C-SES-29]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    const other = setup.open({
      token: 'public-token-test-other',
      cookies: { opaqueTokenCookieName: 'o', jwtCookieName: 'j', istCookieName: 'i' },
    }).client
    await signIn(setup, client)
    await settle()
    expect([client.session.getSync()?.session_id, other.session.getSync()]).toEqual(['session-test-s1', null])
    expect(setup.profile.storage.has('latchkey:public-token-test-other:session')).toBe(false)
  })

  it('returns a session or null [C-SES-30]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    const states: unknown[] = []
    client.onStateChange(({ user, session }) => states.push([user?.user_id ?? null, session?.session_id ?? null]))
    await signIn(setup, client)
    setup.script.on('/otps/authenticate', {
      data: { intermediate_session_token: 'ist-1', session_token: '', session_jwt: '' },
    })
    await client.otps.authenticate('123456', 'm', { session_duration_minutes: 5 })
    setup.script.on('/sessions/authenticate', new TypeError('offline'))
    client.session.updateSession({ session_token: 'from-backend' })
    await signIn(setup, client, 's2')
    await client.session.revoke()
    expect(states).toEqual([
      ['user-test-ada', 'session-test-s1'],
      [null, null],
      ['user-test-ada', 'session-test-s2'],
      [null, null],
    ])
  })

  it('does not start a session with an invalid response', async () => {
    const good = makeAuth('s1')
    for (const data of [
      { ...good, session_token: 7 },
      { ...good, session_jwt: null },
      { ...good, session: null },
      { ...good, session: { session_id: 7 } },
      { ...good, user: 'ada' },
    ]) {
      const setup = createTestSetup()
      const { client } = setup.open()
      setup.script.on('/otps/authenticate', { data })
      const error = await rejection(client.otps.authenticate('1', 'm', { session_duration_minutes: 5 }))
      expect(error.message).toBe('Invalid response from our servers.')
      expect([client.session.getSync(), setup.profile.cookies.all()]).toEqual([null, []])
    }
  })

  it('prefers the complete user of a response', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/otps/authenticate', { data: { ...makeAuth('s1'), __user: makeUser('ada', { roles: ['boss'] }) } })
    await client.otps.authenticate('123456', 'm', { session_duration_minutes: 5 })
    expect(client.user.getSync()?.roles).toEqual(['boss'])
  })
})

describe('subscribers', () => {
  it('notifies subscribers of every change until they unsubscribe [C-SES-05]', async () => {
    const setup = createTestSetup()
    const early: unknown[] = []
    const { client } = setup.open({ callbacks: { onStateChange: (state) => early.push(state.session?.session_id) } })
    const seen: unknown[] = []
    const stops = [
      client.session.onChange((session) => seen.push(['session', session?.session_id])),
      client.user.onChange((user) => seen.push(['user', user?.user_id])),
      client.onStateChange((state) => seen.push(['state', state.session?.session_id, state.user?.user_id])),
    ]
    await signIn(setup, client)
    expect(seen).toEqual([
      ['session', 'session-test-s1'],
      ['user', 'user-test-ada'],
      ['state', 'session-test-s1', 'user-test-ada'],
    ])
    for (const stop of stops) stop()
    await client.session.revoke()
    expect(seen).toHaveLength(3)
    expect(early).toEqual(['session-test-s1', undefined])
  })

  it('does not notify subscribers when only last_accessed_at changes [C-SES-08]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    const seen: unknown[] = []
    client.onStateChange((state) => seen.push(state))
    client.session.onChange((session) => seen.push(session))
    const later = { last_accessed_at: '2030-01-01T00:03:00Z' }
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { session: later, jwt: 'jwt-new' }) })
    await client.session.authenticate()
    expect(seen).toEqual([])
    expect(client.session.getSync()?.last_accessed_at).toBe(later.last_accessed_at)
    expect(client.session.getTokens()?.session_jwt).toBe('jwt-new')
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { session: { roles: ['boss'] } }) })
    await client.session.authenticate()
    expect(seen).toHaveLength(2)
  })

  it('lets subscribers see the committed state and call the client [C-SES-05]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { session: { roles: ['boss'] } }) })
    const seen: unknown[] = []
    const answered = gate()
    client.session.onChange(async (session) => {
      seen.push([session?.roles[0], cookieValues(setup).latchkey_session, client.session.getSync()?.roles[0]])
      if (seen.length > 1) return
      await client.session.authenticate()
      answered.open()
    })
    await signIn(setup, client)
    await answered.promise
    expect(seen).toEqual([
      ['latchkey_user', 'token-s1', 'latchkey_user'],
      ['boss', 'token-s1', 'boss'],
    ])
  })

  it('logs an exception of a subscriber and notifies the others', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open()
    const seen: unknown[] = []
    client.onStateChange(() => {
      throw new Error('mine')
    })
    client.onStateChange((state) => seen.push(state.user?.user_id))
    await signIn(setup, client)
    expect(seen).toEqual(['user-test-ada'])
    expect(tab.log).toEqual([{ level: 'error', text: '[Latchkey] Error: mine' }])
  })
})

describe('the end of a session', () => {
  it('ends the session after a successful revoke: no cookies, no state, subscribers notified [C-SES-11] [C-SES-19] [C-SES-20]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    const seen: unknown[] = []
    client.onStateChange((state) => seen.push(state))
    await client.session.revoke()
    expect(setup.profile.cookies.all()).toEqual([])
    expect(stored(setup)).toEqual({ v: 2, ended: ['session-test-s1'], binding: expect.any(String) })
    expect([client.session.getSync(), client.user.getSync(), client.session.getTokens()]).toEqual([null, null, null])
    expect(seen).toEqual([{ user: null, session: null }])
  })

  it.each([new TypeError('offline'), fail('internal_error', 503)])(
    'ends the session after a revoke with forceClear even if the call fails [C-SES-12]',
    async (answer) => {
      const setup = createTestSetup()
      const { client } = setup.open()
      await signIn(setup, client)
      setup.script.on('/sessions/revoke', answer)
      await rejection(client.session.revoke({ forceClear: true }))
      expect([client.session.getSync(), setup.profile.cookies.all()]).toEqual([null, []])
    },
  )

  it.each(['unauthorized_credentials', 'user_unauthenticated', 'invalid_secret_authentication', 'session_not_found'])(
    'ends the session if authenticate or revoke fails with %s [C-SES-13] [C-SES-14]',
    async (type) => {
      for (const call of ['authenticate', 'revoke'] as const) {
        const setup = createTestSetup()
        const { client } = setup.open()
        await signIn(setup, client)
        setup.script.on(`/sessions/${call}`, fail(type, 401))
        expect(await rejection(client.session[call]())).toMatchObject({ error_type: type })
        expect([client.session.getSync(), setup.profile.cookies.all()]).toEqual([null, []])
      }
    },
  )

  it.each([
    fail('too_many_requests', 429),
    fail('some_new_type', 401),
    { status: 401, text: '<html>', headers: { 'content-type': 'text/html' } },
    new TypeError('offline'),
  ])('keeps the session after other failures [C-SES-15]', async (answer) => {
    for (const call of ['authenticate', 'revoke'] as const) {
      const setup = createTestSetup()
      const { client } = setup.open()
      await signIn(setup, client)
      setup.script.on(`/sessions/${call}`, answer)
      await rejection(client.session[call]())
      expect(client.session.getSync()?.session_id).toBe('session-test-s1')
      expect(Object.keys(cookieValues(setup))).toEqual([binding, ...names.slice(0, 2)])
    }
  })

  it('keeps the session after an unrecoverable error of another call', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    setup.script.on('/users/me', fail('user_unauthenticated', 401))
    await rejection(client.user.get())
    expect(client.session.getSync()).not.toBeNull()
  })

  it('keeps a session that started while the revoke was pending', async () => {
    const setup = createTestSetup()
    const a = setup.open().client
    await signIn(setup, a)
    const answer = gate<{ data: unknown }>()
    setup.script.on('/sessions/revoke', () => answer.promise)
    const revoking = a.session.revoke()
    await signIn(setup, setup.open().client, 's2', 'bob')
    answer.open({ data: {} })
    await revoking
    expect(a.session.getSync()?.session_id).toBe('session-test-s2')
    expect(cookieValues(setup).latchkey_session).toBe('token-s2')
  })
})

describe('an intermediate session token', () => {
  const data = { intermediate_session_token: 'ist-1', session_token: '', session_jwt: '', session: null, user: null }

  it('stores an intermediate session token for ten minutes in place of the session [C-SES-21] [C-SES-22] [C-B2B-05] [C-CONST-10]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    setup.script.on('/otps/authenticate', { data })
    await client.otps.authenticate('123456', 'm', { session_duration_minutes: 5 })
    expect(setup.profile.cookies.all()).toMatchObject([
      { name: binding, value: 'ist-1' },
      { name: names[2], value: 'ist-1', expires: setup.clock.now() + 600_000, sameSite: 'Lax', secure: true },
    ])
    expect(client.session.getSync()).toBeNull()
  })

  it('removes an intermediate session token when a full session starts [C-SES-23]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/otps/authenticate', { data })
    await client.otps.authenticate('123456', 'm', { session_duration_minutes: 5 })
    expect(cookieValues(setup)).toEqual({ latchkey_intermediate_session_token: 'ist-1', [binding]: 'ist-1' })
    await signIn(setup, client)
    expect(cookieValues(setup)).toEqual({
      latchkey_session: 'token-s1',
      latchkey_session_jwt: 'jwt-s1',
      [binding]: 'token-s1',
    })
  })

  it('keeps an intermediate session token after a reload, and never next to a session', async () => {
    const setup = createTestSetup()
    setup.script.on('/otps/authenticate', { data })
    await setup.open().client.otps.authenticate('123456', 'm', { session_duration_minutes: 5 })
    expect(setup.open().client.session.getSync()).toBeNull()
    expect(cookieValues(setup)).toEqual({ latchkey_intermediate_session_token: 'ist-1', [binding]: 'ist-1' })
    writeSessionCookies(setup, 'token-s9')
    setup.script.on('/sessions/authenticate', { data: makeAuth('s9') })
    setup.open()
    expect(Object.keys(cookieValues(setup)).sort()).toEqual([binding, 'latchkey_session'])
  })
})

describe('at start-up', () => {
  it('returns the stored session at start-up as a cached copy, until the first response confirms it', async () => {
    const setup = createTestSetup()
    await signIn(setup, setup.open().client)
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1') })
    const { client } = setup.open()
    expect(client.session.getInfo()).toEqual({ session: makeSession('s1', 'ada'), fromCache: true })
    expect(client.user.getInfo()).toEqual({ user: makeUser('ada'), fromCache: true })
    await setup.clock.advance(0)
    expect([client.session.getInfo().fromCache, client.user.getInfo().fromCache]).toEqual([false, false])
  })

  it('destroys the stored session at start-up without a token cookie [C-SES-17]', async () => {
    const setup = createTestSetup()
    await signIn(setup, setup.open().client)
    setup.profile.cookies.clear()
    setup.profile.cookies.write('latchkey_session_jwt=jwt-s1; path=/', true)
    const { client } = setup.open()
    expect(client.session.getSync()).toBeNull()
    expect(setup.profile.cookies.all()).toEqual([])
    expect(stored(setup).session).toBeUndefined()
    expect(stored(setup).subject).toBeUndefined()
  })

  it('keeps the stored session without a token cookie if there is a custom API domain [C-SES-18]', async () => {
    const setup = createTestSetup()
    const options = { customApiDomain: 'auth.example.com' }
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', { token: '', jwt: '' }) })
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { token: '', jwt: '' }) })
    await setup.open(options).client.otps.authenticate('1', 'm', { session_duration_minutes: 5 })
    expect(setup.profile.cookies.all()).toEqual([])
    expect(setup.open(options).client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('clears an expired session at start-up', async () => {
    const setup = createTestSetup()
    await signIn(setup, setup.open().client)
    for (const { name, value } of setup.profile.cookies.all()) {
      setup.profile.cookies.write(`${name}=${value}; path=/`, true)
    }
    setup.clock.jump(3_600_000)
    const { client } = setup.open()
    expect([client.session.getSync(), setup.profile.cookies.all()]).toEqual([null, []])
    expect(stored(setup).session).toBeUndefined()
  })

  it.each([
    '{',
    'null',
    '[]',
    '{"v":2,"ended":[]}',
    '{"v":2}',
    '{"v":1,"ended":[],"binding":"token-s1","id":"s","session":{"session_id":"s"},"user":{},"end":9e15}',
    '{"v":2,"ended":[],"session":{},"subject":{}}',
    '{"v":2,"ended":[],"session":{"session_id":"s"}}',
    '{"v":2,"ended":[],"__proto__":{"session":1}}',
  ])('ignores the record %s and fetches the session of the token', async (raw) => {
    const setup = createTestSetup()
    setup.profile.storage.set(key, raw)
    writeSessionCookies(setup, 'token-s1')
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1') })
    const { client } = setup.open()
    expect(client.session.getSync()).toBeNull()
    await setup.clock.advance(0)
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('ignores a record of another token', async () => {
    const setup = createTestSetup()
    await signIn(setup, setup.open().client, 's1', 'ada')
    writeSessionCookies(setup, 'token-s2')
    setup.script.on('/sessions/authenticate', { data: makeAuth('s2', 'bob') })
    const { client } = setup.open()
    expect(client.user.getSync()).toBeNull()
    await setup.clock.advance(0)
    expect(client.user.getSync()?.user_id).toBe('user-test-bob')
  })
})

describe('storage faults', () => {
  it('keeps the session as long as the page without cookies, with one warning', async () => {
    const setup = createTestSetup()
    setup.profile.faults.cookies = true
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1') })
    const { client, tab } = setup.open()
    await signIn(setup, client)
    await client.session.authenticate()
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
    expect(client.session.getTokens()?.session_token).toBe('token-s1')
    expect(tab.log).toEqual([{ level: 'warn', text: expect.stringContaining('Cookies cannot be used') }])
    expect(stored(setup).subject).toBeUndefined()
    expect(setup.open().client.session.getSync()).toBeNull()
    expect(client.session.getSync()).not.toBeNull()
    await client.session.revoke()
    expect(client.session.getSync()).toBeNull()
  })

  it('ends the session at its expiry also without cookies', async () => {
    const setup = createTestSetup()
    setup.profile.faults.cookies = true
    const { client } = setup.open()
    await signIn(setup, client)
    setup.script.on('/sessions/authenticate', new TypeError('offline'))
    await setup.clock.advance(3_600_000)
    expect(client.session.getSync()).toBeNull()
  })

  it('works without local storage, with one warning', async () => {
    const setup = createTestSetup()
    setup.profile.faults.storage = true
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1') })
    const { client, tab } = setup.open()
    await signIn(setup, client)
    await client.session.authenticate()
    await client.bootstrap.get()
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
    expect(tab.log).toEqual([{ level: 'warn', text: expect.stringContaining('Storage cannot be used') }])
    const reloaded = setup.open().client
    await setup.clock.advance(0)
    expect(reloaded.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('does not store a record of more than 64 kB, and the session works', async () => {
    const setup = createTestSetup()
    const user = { untrusted_metadata: { essay: 'x'.repeat(70_000) } }
    const { client } = setup.open()
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', { user }) })
    await client.otps.authenticate('1', 'm', { session_duration_minutes: 5 })
    expect(setup.profile.storage.get(key)?.length).toBeLessThan(1000)
    expect(client.user.getSync()?.untrusted_metadata).toEqual(user.untrusted_metadata)
  })

  it('removes the older JWT if the new one is too large for a cookie', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open()
    await signIn(setup, client)
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { jwt: 'j'.repeat(5000) }) })
    await client.session.authenticate()
    expect(cookieValues(setup)).toEqual({ latchkey_session: 'token-s1', [binding]: 'token-s1' })
    expect(client.session.getTokens()?.session_jwt).toHaveLength(5000)
    expect(tab.log).toEqual([])
  })

  it('writes a cleared storage again from memory', async () => {
    const setup = createTestSetup()
    const a = setup.open().client
    await signIn(setup, a)
    setup.profile.clearStorage()
    await settle()
    expect(a.session.getSync()?.session_id).toBe('session-test-s1')
    expect(stored(setup)).toMatchObject({ session: { session_id: 'session-test-s1' } })
  })
})

describe('clocks', () => {
  it.each([86_400_000, -86_400_000])('keeps the session if the clock of the browser is %i ms off', async (offset) => {
    const setup = createTestSetup()
    setup.clock.jump(offset)
    const { client } = setup.open()
    await signIn(setup, client)
    expect(setup.profile.cookies.all()[0]?.expires).toBe(setup.clock.now() + 3_600_000)
    expect(client.session.getSync()).not.toBeNull()
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1') })
    const reopened = setup.open().client
    expect(reopened.session.getSync()).not.toBeNull()
    await setup.clock.advance(10_000)
    expect(setup.script.to('/sessions/authenticate')).toHaveLength(1)
    expect(reopened.session.getSync()).not.toBeNull()
  })

  it('ignores small clock differences', async () => {
    const setup = createTestSetup()
    setup.clock.jump(59_000)
    const { client } = setup.open()
    await signIn(setup, client)
    expect(setup.profile.cookies.all()[0]?.expires).toBe(Date.UTC(2030, 0, 1, 1))
  })
})
