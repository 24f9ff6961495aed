import { describe, expect, it } from 'vitest'
import { settle } from '../platform/memory-clock.ts'
import type { TestSetup } from '../test-setup.suite.ts'
import { createTestSetup, fail, gate, makeAuth, makeUser, signIn, writeSessionCookies } from '../test-setup.suite.ts'

const rounds = Number(process.env.RACE_ROUNDS ?? 10)

function token(setup: TestSetup): string | undefined {
  return setup.profile.cookies.all().find(({ name }) => name === 'latchkey_session')?.value
}

describe('two tabs', () => {
  it('two tabs sign in and out together [C-SES-06]', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    const seen: unknown[] = []
    b.onStateChange((state) => seen.push(state.user?.user_id ?? null))
    await signIn(setup, a)
    await settle()
    expect(b.session.getSync()?.session_id).toBe('session-test-s1')
    await b.session.revoke()
    await settle()
    expect(a.session.getSync()).toBeNull()
    expect(seen).toEqual(['user-test-ada', null])
  })

  it('two tabs agree on another user, and on a changed user', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await signIn(setup, b, 's2', 'bob')
    await settle()
    expect(a.user.getSync()?.user_id).toBe('user-test-bob')
    setup.script.on('/users/me', { data: { __user: makeUser('bob', { roles: ['boss'] }) } })
    await b.user.update({ untrusted_metadata: {} })
    await settle()
    expect(a.user.getSync()?.roles).toEqual(['boss'])
  })

  it.each(['pageshow', 'visibilitychange'] as const)(
    'two tabs agree when one that missed a sign-out while frozen receives %s',
    async (event) => {
      // No storage event arrives: a frozen page misses them.
      const setup = createTestSetup({ deliver: () => undefined })
      const [a, b] = [setup.open().client, setup.open()]
      await signIn(setup, a)
      b.tab.emit('storage')
      const seen: unknown[] = []
      b.client.onStateChange((state) => seen.push(state.session))
      await a.session.revoke()
      await settle()
      expect(seen).toEqual([])
      b.tab.emit(event)
      expect(seen).toEqual([null])
    },
  )

  it('two tabs agree without a storage event after a read', async () => {
    const setup = createTestSetup({ deliver: () => undefined })
    const a = setup.open()
    const b = setup.open()
    const seen: unknown[] = []
    b.client.onStateChange((state) => seen.push(state.user?.user_id ?? null))
    await signIn(setup, a.client)
    expect(seen).toEqual([])
    b.tab.emit('storage')
    expect(seen).toEqual(['user-test-ada'])
  })

  it('two tabs never send a call with a token that the other has replaced', async () => {
    const setup = createTestSetup({ deliver: () => undefined })
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await signIn(setup, b, 's2', 'bob')
    setup.script.on('/users/me', { data: makeUser('bob') })
    await a.user.get()
    const header = setup.script.to('/users/me')[0]?.headers.Authorization?.replace('Basic ', '') ?? ''
    expect(Buffer.from(header, 'base64').toString()).toMatch(/:token-s2$/)
    expect(a.user.getSync()?.user_id).toBe('user-test-bob')
  })

  it('two tabs notice cleared cookies', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open()
    await signIn(setup, client)
    setup.profile.cookies.clear()
    tab.emit('storage')
    expect(client.session.getSync()).toBeNull()
  })

  it('a tab sees all changes after a freeze', async () => {
    const setup = createTestSetup()
    const a = setup.open()
    const b = setup.open()
    await signIn(setup, a.client)
    await settle()
    b.tab.freeze()
    await a.client.session.revoke()
    await settle()
    b.tab.thaw()
    expect(b.client.session.getSync()).toBeNull()
  })
})

describe('races between tabs', () => {
  it('a sign-out in one tab is not undone by a response in the other', async () => {
    for (let round = 0; round < rounds; round++) {
      const setup = createTestSetup({ seed: round })
      const [a, b] = [setup.open().client, setup.open().client]
      await signIn(setup, a)
      await settle()
      const answer = gate<{ data: unknown }>()
      const inHandler = gate()
      setup.script.on('/sessions/authenticate', () => {
        inHandler.open()
        return answer.promise
      })
      const call = b.session.authenticate({ session_duration_minutes: 60 })
      await inHandler.promise
      await a.session.revoke()
      if (round % 2) await settle()
      answer.open({ data: makeAuth('s1') })
      await call
      await settle()
      expect([a.session.getSync(), b.session.getSync(), token(setup)]).toEqual([null, null, undefined])
    }
  })

  it('the response of an added factor does not restore a session that was revoked meanwhile', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await settle()
    const answer = gate<{ data: unknown }>()
    setup.script.on('/otps/authenticate', () => answer.promise)
    const call = b.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
    await settle()
    await a.session.revoke()
    await signIn(setup, a, 's2', 'bob')
    await a.session.revoke()
    answer.open({ data: makeAuth('s1', 'ada', { token: 'token-s1-b' }) })
    await call
    expect([a.session.getSync(), b.session.getSync(), token(setup)]).toEqual([null, null, undefined])
  })

  it('the response of an added factor does not replace a newer session, even if the id of its own was unknown', async () => {
    const setup = createTestSetup()
    writeSessionCookies(setup, 'token-s1')
    setup.script.on('/sessions/authenticate', new TypeError('offline'))
    const [a, b] = [setup.open().client, setup.open().client]
    const answer = gate<{ data: unknown }>()
    setup.script.on('/otps/authenticate', () => answer.promise)
    const call = b.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
    await settle()
    await signIn(setup, a, 's2', 'bob')
    const session = { started_at: '2029-12-31T00:00:00Z' }
    answer.open({ data: makeAuth('s1', 'ada', { token: 'token-s1-b', session }) })
    await call
    expect([a.user.getSync()?.user_id, b.user.getSync()?.user_id]).toEqual(['user-test-bob', 'user-test-bob'])
    expect(token(setup)).toBe('token-s2')
  })

  it('a sign-in of another user is not overwritten by a response for the first', async () => {
    for (let round = 0; round < rounds; round++) {
      const setup = createTestSetup({ seed: round })
      const [a, b] = [setup.open().client, setup.open().client]
      await signIn(setup, a)
      await settle()
      const answer = gate<{ data: unknown }>()
      const inHandler = gate()
      setup.script.on('/users/me', () => {
        inHandler.open()
        return answer.promise
      })
      const call = b.user.get()
      await inHandler.promise
      await signIn(setup, a, 's2', 'bob')
      if (round % 2) await settle()
      answer.open({ data: makeUser('ada') })
      await call
      await settle()
      expect([a.user.getSync()?.user_id, b.user.getSync()?.user_id]).toEqual(['user-test-bob', 'user-test-bob'])
      expect(token(setup)).toBe('token-s2')
    }
  })

  it('an unrecoverable error of the first session does not end the second', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await settle()
    const answer = gate<ReturnType<typeof fail>>()
    setup.script.on('/sessions/authenticate', () => answer.promise, { data: makeAuth('s2', 'bob') })
    const call = b.session.authenticate()
    await settle()
    await signIn(setup, a, 's2', 'bob')
    answer.open(fail('session_not_found', 404))
    expect((await call).session.session_id).toBe('session-test-s2')
    expect(token(setup)).toBe('token-s2')
  })

  it('the older of two responses for one session is dropped', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await settle()
    const older = gate<{ data: unknown }>()
    const at = (minute: number) => ({ session: { last_accessed_at: `2030-01-01T00:0${minute}:00Z` } })
    setup.script.on('/sessions/authenticate', () => older.promise, {
      data: makeAuth('s1', 'ada', { ...at(2), user: { roles: ['new'] } }),
    })
    const first = b.session.authenticate()
    await settle()
    await a.session.authenticate()
    older.open({ data: makeAuth('s1', 'ada', { ...at(1), user: { roles: ['old'] } }) })
    await first
    await settle()
    expect([a.user.getSync()?.roles, b.user.getSync()?.roles]).toEqual([['new'], ['new']])
  })

  it('the newer of two token rotations wins', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await settle()
    const older = gate<{ data: unknown }>()
    const at = (minute: number) => ({ session: { last_accessed_at: `2030-01-01T00:0${minute}:00Z` } })
    setup.script.on('/otps/authenticate', () => older.promise, {
      data: makeAuth('s1', 'ada', { ...at(2), token: 'token-newer' }),
    })
    const options = { session_duration_minutes: 30 }
    const first = a.otps.authenticate('1', 'm', options)
    await settle()
    await b.otps.authenticate('1', 'm', options)
    older.open({ data: makeAuth('s1', 'ada', { ...at(1), token: 'token-older' }) })
    await first
    expect(token(setup)).toBe('token-newer')
  })

  it('a rotated token is not replaced by a later refresh response with the old one', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await settle()
    const rotated = gate<{ data: unknown }>()
    const at = (minute: number) => ({ session: { last_accessed_at: `2030-01-01T00:0${minute}:00Z` } })
    setup.script.on('/otps/authenticate', () => rotated.promise)
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', at(2)) })
    const first = a.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
    await settle()
    await b.session.authenticate()
    rotated.open({ data: makeAuth('s1', 'ada', { ...at(1), token: 'token-rotated' }) })
    await first
    expect(token(setup)).toBe('token-rotated')
  })
})
