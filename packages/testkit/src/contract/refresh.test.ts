import { expect, it } from 'vitest'
import type { World } from '../index.ts'
import { ada, at, minute, onBothEngines, secretOf, sentTo, signInByCode } from './contract.suite.ts'

const path = '/sessions/authenticate'
const interval = 180_000

/** When each refresh leaves, in ms since now. */
function watch(world: World): number[] {
  const start = world.clock.now()
  const times: number[] = []
  world.network.intercept = (request) => {
    if (request.path.endsWith(path)) times.push(world.clock.now() - start)
    return undefined
  }
  return times
}

onBothEngines('the background refresh', (open) => {
  it('asks the provider every 180 s, which notes the access and leaves the end alone [C-REF-04]', async () => {
    const world = await open()
    await signInByCode(world, ada, { minutes: 60 })
    const times = watch(world)
    const jwt = world.client.session.getTokens()?.session_jwt
    const token = world.client.session.getTokens()?.session_token
    await world.clock.advance(10 * minute)
    expect(times).toEqual([interval, 2 * interval, 3 * interval])
    expect(sentTo(world, path).map(({ body }) => body)).toEqual([{}, {}, {}])
    expect(world.client.session.getSync()).toMatchObject({
      last_accessed_at: at(3 * interval),
      expires_at: at(60 * minute),
    })
    expect(world.client.session.getTokens()?.session_token).toBe(token)
    expect(world.client.session.getTokens()?.session_jwt).not.toBe(jwt)
    const { session_id = '' } = world.client.session.getSync() ?? {}
    await world.clock.advance(3 * minute)
    const kept = await world.storage.sessions.get(world.project.id, session_id)
    expect(kept?.lastAccessedAt).toBe(Date.parse(at(4 * interval)))
  })

  it('starts with the page where there is a session, and not where there is none [C-REF-01] [C-REF-03]', async () => {
    const world = await open()
    await world.clock.advance(10 * minute)
    expect(sentTo(world, path)).toEqual([])
    await signInByCode(world)
    world.client.dispose()
    const reopened = world.openTab()
    expect(reopened.client.session.getInfo()).toMatchObject({ fromCache: true })
    const times = watch(world)
    await world.clock.advance(0)
    expect(times).toEqual([0])
    expect(reopened.client.session.getInfo()).toMatchObject({ fromCache: false })
  })

  it('prolongs the session where it is told to keep it alive', async () => {
    const world = await open({ client: { keepSessionAlive: true } })
    await signInByCode(world, ada, { minutes: 5 })
    await world.clock.advance(60 * minute)
    expect(sentTo(world, path).map(({ body }) => body)).toEqual(Array(20).fill({ session_duration_minutes: 5 }))
    expect(world.client.session.getSync()?.expires_at).toBe(at(65 * minute))
  })

  it('ends the session that was revoked elsewhere, at its next turn and for good [C-REF-05] [C-SES-16]', async () => {
    const world = await open()
    const phone = world.openBrowser()
    await signInByCode(world)
    const ends: unknown[] = []
    world.client.session.onChange((session) => ends.push([world.clock.now(), session]))
    phone.client.session.updateSession({ session_token: world.client.session.getTokens()?.session_token ?? '' })
    await world.clock.advance(minute)
    await phone.client.session.revoke()
    expect(world.client.session.getSync()).not.toBeNull()
    await world.clock.advance(interval - minute)
    expect(ends).toEqual([[Date.parse(at(interval)), null]])
    expect(world.browser.cookies.all()).toEqual([])
    const asked = sentTo(world, path).length
    await world.clock.advance(60 * minute)
    expect(sentTo(world, path)).toHaveLength(asked)
  })

  it('stops with a revoke [C-REF-05]', async () => {
    const world = await open()
    await signInByCode(world)
    await world.clock.advance(interval)
    await world.client.session.revoke()
    await world.clock.advance(60 * minute)
    expect(sentTo(world, path)).toHaveLength(1)
  })

  it('notices the end of the session to the millisecond, as the provider does', async () => {
    const world = await open()
    await signInByCode(world, ada, { minutes: 5 })
    const token = world.client.session.getTokens()?.session_token
    await world.clock.advance(5 * minute - 1)
    expect(world.client.session.getSync()).not.toBeNull()
    expect((await world.call('GET', '/users/me', undefined, token)).status).toBe(200)
    const ends: unknown[] = []
    world.client.session.onChange((session) => ends.push(session))
    await world.clock.advance(1)
    expect([ends, world.client.session.getSync(), world.browser.cookies.all()]).toEqual([[null], null, []])
    expect((await world.call('POST', path, {}, token)).body.error_type).toBe('session_not_found')
  })

  it('goes on trying through an outage and is back at once when the network is [C-REF-06]', async () => {
    const world = await open()
    await signInByCode(world, ada, { minutes: 60 })
    await world.clock.advance(interval)
    const failures: unknown[] = []
    const { client, tab } = world.openTab({ callbacks: { onError: (error) => failures.push(error) } })
    await world.clock.advance(0)
    world.network.isDown = true
    await world.clock.advance(10 * minute)
    expect(failures.length).toBeGreaterThan(2)
    expect(new Set(failures.map(String))).toEqual(new Set(['UnreachableError: Unable to contact our servers.']))
    expect([client.session.getSync(), world.client.session.getSync()]).not.toContain(null)
    world.network.isDown = false
    const times = watch(world)
    tab.emit('online')
    await world.clock.advance(2_000)
    expect(times).toHaveLength(1)
    expect(Date.parse(client.session.getSync()?.last_accessed_at ?? '')).toBeGreaterThan(Date.parse(at(780_000)))
  })

  it('waits as long as a busy provider asks it to', async () => {
    const limit = { limit: 1, windowMs: 6 * minute }
    const world = await open({ config: { limits: { refreshes_per_session: limit } } })
    await signInByCode(world, ada, { minutes: 60 })
    const times = watch(world)
    const waits: number[] = []
    world.network.onAnswer = ({ path: asked }, answer) => {
      if (asked.endsWith(path)) waits.push(Number(answer.headers.get('retry-after')) * 1_000)
      return answer
    }
    await world.clock.advance(12 * minute)
    const [, second = 0, third = 0] = times
    expect(waits.slice(0, 2)).toEqual([0, expect.toSatisfy((ms: number) => ms >= 3 * minute)])
    expect(third - second).toBeGreaterThanOrEqual(waits[1] ?? 0)
    expect(third - second).toBeLessThan((waits[1] ?? 0) + 2_000)
    expect(world.client.session.getSync()).not.toBeNull()
  })

  it('drops an answer that comes back to another session, and asks again [C-REF-10]', async () => {
    const world = await open()
    await signInByCode(world)
    const first = world.client.session.getTokens()?.session_token
    const late: (() => void)[] = []
    world.network.onAnswer = ({ path: asked }, answer) =>
      asked.endsWith(path) && late.length === 0 ? new Promise((resolve) => late.push(() => resolve(answer))) : answer
    const asking = world.client.session.authenticate()
    await world.network.idle()
    const other = world.openTab().client
    await other.session.revoke()
    await signInByCode(world, 'bob@example.com', { client: other })
    late[0]?.()
    await asking
    expect(world.client.user.getSync()?.emails).toMatchObject([{ email: 'bob@example.com' }])
    expect(sentTo(world, path).map(secretOf).slice(-1)).toEqual([other.session.getTokens()?.session_token])
    expect(sentTo(world, path).map(secretOf)).toContain(first)
  })
})

onBothEngines('two tabs', (open) => {
  it('sign in and out together, whoever does it', async () => {
    const world = await open()
    const other = world.openTab().client
    const heard: unknown[] = []
    other.user.onChange((user) => heard.push(user?.emails[0]?.email ?? null))
    await signInByCode(world)
    await world.clock.advance(0)
    await other.session.revoke()
    expect(world.client.session.getSync()).toBeNull()
    await signInByCode(world, 'bob@example.com')
    await world.clock.advance(0)
    expect(heard).toEqual([ada, null, 'bob@example.com'])
  })

  it('survive the turn of a token in one of them', async () => {
    const world = await open()
    await signInByCode(world, ada, { minutes: 60 })
    const other = world.openTab().client
    await world.clock.advance(0)
    const { method_id } = await other.otps.sms.send('+12025550123')
    await other.otps.authenticate(world.inbox.lastCode('+12025550123'), method_id, { session_duration_minutes: 60 })
    expect(world.client.session.getTokens()).toEqual(other.session.getTokens())
    await world.clock.advance(50 * minute)
    expect([world.client.session.getSync()?.session_id, world.client.user.getSync()?.phone_numbers]).toEqual([
      other.session.getSync()?.session_id,
      [expect.objectContaining({ phone_number: '+12025550123' })],
    ])
  })

  it('keep the signed-out state when one refresh is under way', async () => {
    const world = await open()
    await signInByCode(world)
    const other = world.openTab().client
    await world.clock.advance(0)
    let release = (): void => undefined
    world.network.onAnswer = ({ path: asked }, answer) =>
      asked.endsWith(path) ? new Promise((resolve) => (release = () => resolve(answer))) : answer
    const asking = other.session.authenticate()
    await world.network.idle()
    await world.client.session.revoke()
    release()
    await asking
    await world.clock.advance(0)
    expect([world.client.session.getSync(), other.session.getSync(), world.browser.cookies.all()]).toEqual([
      null,
      null,
      [],
    ])
  })

  it('share one refresh in 180 s, and the one that is under way', async () => {
    const world = await open()
    await signInByCode(world, ada, { minutes: 60 })
    for (let tabs = 1; tabs < 4; tabs++) world.openTab()
    await world.clock.advance(0)
    const before = sentTo(world, path).length
    await world.clock.advance(5 * interval)
    expect(sentTo(world, path).length - before).toBeLessThanOrEqual(6)
    const late: (() => void)[] = []
    world.network.onAnswer = (_, answer) => new Promise((resolve) => late.push(() => resolve(answer)))
    await world.clock.advance(interval + 10_000)
    expect(late).toHaveLength(1)
    late[0]?.()
    world.network.onAnswer = undefined
    await world.clock.advance(0)
    expect(world.client.session.getSync()).not.toBeNull()
  })
})
