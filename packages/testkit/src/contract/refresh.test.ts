import { expect } from 'vitest'
import type { Testkit } from '../index.ts'
import { ada, at, minute, onBothEngines, secretOf, sentTo, signInByCode } from './contract.suite.ts'

const path = '/sessions/authenticate'
const interval = 180_000

/** The times at which refreshes are sent, in ms since the call. */
function watch(kit: Testkit): number[] {
  const start = kit.clock.now()
  const times: number[] = []
  kit.network.intercept = (request) => {
    if (request.path.endsWith(path)) times.push(kit.clock.now() - start)
    return undefined
  }
  return times
}

onBothEngines('the background refresh', (open, _engine, it) => {
  it.inTurn('runs every 180 s, and the provider updates the access time but not the expiry [C-REF-04]', async () => {
    const kit = await open()
    await signInByCode(kit, ada, { minutes: 60 })
    const times = watch(kit)
    const jwt = kit.client.session.getTokens()?.session_jwt
    const token = kit.client.session.getTokens()?.session_token
    await kit.clock.advance(10 * minute)
    expect(times).toEqual([interval, 2 * interval, 3 * interval])
    expect(sentTo(kit, path).map(({ body }) => body)).toEqual([{}, {}, {}])
    expect(kit.client.session.getSync()).toMatchObject({
      last_accessed_at: at(3 * interval),
      expires_at: at(60 * minute),
    })
    expect(kit.client.session.getTokens()?.session_token).toBe(token)
    expect(kit.client.session.getTokens()?.session_jwt).not.toBe(jwt)
    const { session_id = '' } = kit.client.session.getSync() ?? {}
    await kit.clock.advance(3 * minute)
    const stored = await kit.storage.sessions.get(kit.project.id, session_id)
    expect(stored?.lastAccessedAt).toBe(Date.parse(at(4 * interval)))
  })

  it.inTurn('starts with the page if there is a session, and not otherwise [C-REF-01] [C-REF-03]', async () => {
    const kit = await open()
    await kit.clock.advance(10 * minute)
    expect(sentTo(kit, path)).toEqual([])
    await signInByCode(kit)
    kit.client.dispose()
    const reopened = kit.openTab()
    expect(reopened.client.session.getInfo()).toMatchObject({ fromCache: true })
    const times = watch(kit)
    await kit.clock.advance(0)
    expect(times).toEqual([0])
    expect(reopened.client.session.getInfo()).toMatchObject({ fromCache: false })
  })

  it.inTurn('extends the session with keepSessionAlive', async () => {
    const kit = await open({ client: { keepSessionAlive: true } })
    await signInByCode(kit, ada, { minutes: 5 })
    await kit.clock.advance(60 * minute)
    expect(sentTo(kit, path).map(({ body }) => body)).toEqual(Array(20).fill({ session_duration_minutes: 5 }))
    expect(kit.client.session.getSync()?.expires_at).toBe(at(65 * minute))
  })

  it.inTurn(
    'ends a session that was revoked elsewhere, at its next run and permanently [C-REF-05] [C-SES-16]',
    async () => {
      const kit = await open()
      const phone = kit.openBrowser()
      await signInByCode(kit)
      const ends: unknown[] = []
      kit.client.session.onChange((session) => ends.push([kit.clock.now(), session]))
      phone.client.session.updateSession({ session_token: kit.client.session.getTokens()?.session_token ?? '' })
      await kit.clock.advance(minute)
      await phone.client.session.revoke()
      expect(kit.client.session.getSync()).not.toBeNull()
      await kit.clock.advance(interval - minute)
      expect(ends).toEqual([[Date.parse(at(interval)), null]])
      expect(kit.browser.cookies.all()).toEqual([])
      const count = sentTo(kit, path).length
      await kit.clock.advance(60 * minute)
      expect(sentTo(kit, path)).toHaveLength(count)
    },
  )

  it.inTurn('stops with a revoke [C-REF-05]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.clock.advance(interval)
    await kit.client.session.revoke()
    await kit.clock.advance(60 * minute)
    expect(sentTo(kit, path)).toHaveLength(1)
  })

  it.inTurn('notices the expiry of the session to the millisecond, like the provider', async () => {
    const kit = await open()
    await signInByCode(kit, ada, { minutes: 5 })
    const token = kit.client.session.getTokens()?.session_token
    await kit.clock.advance(5 * minute - 1)
    expect(kit.client.session.getSync()).not.toBeNull()
    expect((await kit.call('GET', '/users/me', undefined, token)).status).toBe(200)
    const ends: unknown[] = []
    kit.client.session.onChange((session) => ends.push(session))
    await kit.clock.advance(1)
    expect([ends, kit.client.session.getSync(), kit.browser.cookies.all()]).toEqual([[null], null, []])
    expect((await kit.call('POST', path, {}, token)).body.error_type).toBe('session_not_found')
  })

  it.inTurn('retries during an outage and recovers at once when the network returns [C-REF-06]', async () => {
    const kit = await open()
    await signInByCode(kit, ada, { minutes: 60 })
    await kit.clock.advance(interval)
    const failures: unknown[] = []
    const { client, tab } = kit.openTab({ callbacks: { onError: (error) => failures.push(error) } })
    await kit.clock.advance(0)
    kit.network.isDown = true
    await kit.clock.advance(10 * minute)
    expect(failures.length).toBeGreaterThan(2)
    expect(new Set(failures.map(String))).toEqual(new Set(['UnreachableError: Unable to contact our servers.']))
    expect([client.session.getSync(), kit.client.session.getSync()]).not.toContain(null)
    kit.network.isDown = false
    const times = watch(kit)
    tab.emit('online')
    await kit.clock.advance(2_000)
    expect(times).toHaveLength(1)
    expect(Date.parse(client.session.getSync()?.last_accessed_at ?? '')).toBeGreaterThan(Date.parse(at(780_000)))
  })

  it.inTurn('waits as long as Retry-After of a busy provider', async () => {
    const limit = { limit: 1, windowMs: 6 * minute }
    const kit = await open({ config: { limits: { refreshes_per_session: limit } } })
    await signInByCode(kit, ada, { minutes: 60 })
    const times = watch(kit)
    const waits: number[] = []
    kit.network.onAnswer = ({ path: requested }, answer) => {
      if (requested.endsWith(path)) waits.push(Number(answer.headers.get('retry-after')) * 1_000)
      return answer
    }
    await kit.clock.advance(12 * minute)
    const [, second = 0, third = 0] = times
    expect(waits.slice(0, 2)).toEqual([0, expect.toSatisfy((ms: number) => ms >= 3 * minute)])
    expect(third - second).toBeGreaterThanOrEqual(waits[1] ?? 0)
    expect(third - second).toBeLessThan((waits[1] ?? 0) + 2_000)
    expect(kit.client.session.getSync()).not.toBeNull()
  })

  it.inTurn('drops a response for another session, and repeats the request [C-REF-10]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const first = kit.client.session.getTokens()?.session_token
    const late: (() => void)[] = []
    kit.network.onAnswer = ({ path: requested }, answer) =>
      requested.endsWith(path) && late.length === 0
        ? new Promise((resolve) => late.push(() => resolve(answer)))
        : answer
    const asking = kit.client.session.authenticate()
    await kit.network.idle()
    const other = kit.openTab().client
    await other.session.revoke()
    await signInByCode(kit, 'bob@example.com', { client: other })
    late[0]?.()
    await asking
    expect(kit.client.user.getSync()?.emails).toMatchObject([{ email: 'bob@example.com' }])
    expect(sentTo(kit, path).map(secretOf).slice(-1)).toEqual([other.session.getTokens()?.session_token])
    expect(sentTo(kit, path).map(secretOf)).toContain(first)
  })
})

onBothEngines('two tabs', (open, _engine, it) => {
  it.inTurn('two tabs sign in and out together', async () => {
    const kit = await open()
    const other = kit.openTab().client
    const heard: unknown[] = []
    other.user.onChange((user) => heard.push(user?.emails[0]?.email ?? null))
    await signInByCode(kit)
    await kit.clock.advance(0)
    await other.session.revoke()
    expect(kit.client.session.getSync()).toBeNull()
    await signInByCode(kit, 'bob@example.com')
    await kit.clock.advance(0)
    expect(heard).toEqual([ada, null, 'bob@example.com'])
  })

  it.inTurn('two tabs stay signed in when one rotates the token', async () => {
    const kit = await open()
    await signInByCode(kit, ada, { minutes: 60 })
    const other = kit.openTab().client
    await kit.clock.advance(0)
    const { method_id } = await other.otps.sms.send('+12025550123')
    await other.otps.authenticate(kit.inbox.lastCode('+12025550123'), method_id, { session_duration_minutes: 60 })
    expect(kit.client.session.getTokens()).toEqual(other.session.getTokens())
    await kit.clock.advance(50 * minute)
    expect([kit.client.session.getSync()?.session_id, kit.client.user.getSync()?.phone_numbers]).toEqual([
      other.session.getSync()?.session_id,
      [expect.objectContaining({ phone_number: '+12025550123' })],
    ])
  })

  it.inTurn('two tabs stay signed out while a refresh is pending', async () => {
    const kit = await open()
    await signInByCode(kit)
    const other = kit.openTab().client
    await kit.clock.advance(0)
    let release = (): void => undefined
    kit.network.onAnswer = ({ path: requested }, answer) =>
      requested.endsWith(path) ? new Promise((resolve) => (release = () => resolve(answer))) : answer
    const asking = other.session.authenticate()
    await kit.network.idle()
    await kit.client.session.revoke()
    release()
    await asking
    await kit.clock.advance(0)
    expect([kit.client.session.getSync(), other.session.getSync(), kit.browser.cookies.all()]).toEqual([null, null, []])
  })

  it.inTurn('two tabs share one refresh in 180 s, and a pending one', async () => {
    const kit = await open()
    await signInByCode(kit, ada, { minutes: 60 })
    for (let tabs = 1; tabs < 4; tabs++) kit.openTab()
    await kit.clock.advance(0)
    const before = sentTo(kit, path).length
    await kit.clock.advance(5 * interval)
    expect(sentTo(kit, path).length - before).toBeLessThanOrEqual(6)
    const late: (() => void)[] = []
    kit.network.onAnswer = (_, answer) => new Promise((resolve) => late.push(() => resolve(answer)))
    await kit.clock.advance(interval + 10_000)
    expect(late).toHaveLength(1)
    late[0]?.()
    kit.network.onAnswer = undefined
    await kit.clock.advance(0)
    expect(kit.client.session.getSync()).not.toBeNull()
  })
})
