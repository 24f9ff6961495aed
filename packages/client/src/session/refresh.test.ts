import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { settle } from '../platform/memory-clock.ts'
import type { Answer, TestSetup } from '../test-setup.suite.ts'
import {
  api,
  createTestSetup,
  fail,
  gate,
  makeAuth,
  publicToken,
  signIn,
  writeSessionCookies,
} from '../test-setup.suite.ts'

const path = '/sessions/authenticate'
const offline = new TypeError('offline')
const far = { session: { expires_at: '2031-01-01T00:00:00Z' } }

/** The times at which refreshes were sent, in ms since the call. */
function watch(setup: TestSetup, ...answers: [Answer, ...Answer[]]): number[] {
  const start = setup.clock.now()
  const times: number[] = []
  const wrapped = answers.map(
    (answer): Answer =>
      (sent) => {
        times.push(setup.clock.now() - start)
        return typeof answer === 'function' ? answer(sent) : answer
      },
  )
  setup.script.on(path, ...(wrapped as [Answer, ...Answer[]]))
  return times
}

/** A tab that is opened while a session exists; its first refresh is due at once. */
async function reopen(...answers: [Answer, ...Answer[]]) {
  const setup = createTestSetup()
  const first = setup.open().client
  setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', far) })
  await first.otps.authenticate('1', 'm', { session_duration_minutes: 45 })
  first.dispose()
  const times = watch(setup, ...answers)
  const tab = setup.open()
  return { setup, times, ...tab }
}

const good: Answer = { data: makeAuth('s1', 'ada', far) }

describe('the background refresh', () => {
  it('starts on creation when there is a session token [C-REF-01]', async () => {
    const { setup, times } = await reopen(good)
    await setup.clock.advance(0)
    expect(times).toEqual([0])
    expect(setup.script.to(path)[0]).toMatchObject({ method: 'POST', body: {} })
  })

  it('starts on creation when there is a custom API domain [C-REF-02]', async () => {
    const setup = createTestSetup()
    const times = watch(setup, { data: makeAuth('s1', 'ada', { ...far, token: '', jwt: '' }) })
    const { client } = setup.open({ customApiDomain: 'auth.example.com' })
    await setup.clock.advance(0)
    expect(times).toEqual([0])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
    await setup.clock.advance(180_000)
    expect(times).toEqual([0, 180_000])
  })

  it('sets its timer before callbacks are notified', async () => {
    const setup = createTestSetup()
    const timers: number[] = []
    const { client } = setup.open({ callbacks: { onStateChange: () => timers.push(setup.clock.pending()) } })
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', far) })
    await client.otps.authenticate('1', 'm', { session_duration_minutes: 45 })
    expect(timers).toEqual([setup.clock.pending()])
  })

  it('stops when a custom API domain reports that there is no session [C-REF-05]', async () => {
    const setup = createTestSetup()
    const times = watch(setup, offline, fail('session_not_found', 404))
    setup.open({ customApiDomain: 'auth.example.com' })
    await setup.clock.advance(1_000_000)
    expect(times).toEqual([0, expect.toSatisfy((ms: number) => ms >= 1825 && ms <= 2175)])
  })

  it('does not repeat the request at once after an empty response', async () => {
    const setup = createTestSetup()
    const nameless = makeAuth('s1', 'ada', far)
    const times = watch(setup, { data: { ...nameless, session: { ...nameless.session, session_id: '' } } })
    const { client } = setup.open()
    client.session.updateSession({ session_token: 'token-1', session_jwt: 'a.b.c' })
    await setup.clock.advance(60_000)
    expect(times.map((ms) => Math.round(ms / 1_000))).toEqual([0, 2, 6, 14, 30])
    expect([client.session.getTokens()?.session_token, client.session.getSync()]).toEqual(['token-1', null])
  })

  it('does not start without a session token and a custom API domain [C-REF-03]', async () => {
    const setup = createTestSetup()
    const times = watch(setup, good)
    setup.open()
    await setup.clock.advance(1_000_000)
    expect(times).toEqual([])
  })

  it('runs every 180 seconds while a session exists [C-REF-04]', async () => {
    const { setup, times } = await reopen(good)
    await setup.clock.advance(3 * 180_000 - 1)
    expect(times).toEqual([0, 180_000, 360_000])
    await setup.clock.advance(1)
    expect(times).toEqual([0, 180_000, 360_000, 540_000])
  })

  it('counts the 180 seconds from the end of a success [C-REF-04]', async () => {
    const answer = gate<{ data: unknown }>()
    const { setup, times } = await reopen(() => answer.promise, good)
    await setup.clock.advance(10_000)
    answer.open({ data: makeAuth('s1', 'ada', far) })
    await setup.clock.advance(180_000)
    expect(times).toEqual([0, 190_000])
  })

  it('starts with a sign-in and ends with a revoke [C-REF-04] [C-REF-05]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    const times = watch(setup, { data: makeAuth('s1') })
    await setup.clock.advance(180_000)
    expect(times).toEqual([180_000])
    await client.session.revoke()
    await setup.clock.advance(1_000_000)
    expect(times).toEqual([180_000])
  })

  it('ends when another tab signs out [C-REF-05]', async () => {
    const { setup, times } = await reopen(good)
    await setup.clock.advance(0)
    await setup.open().client.session.revoke()
    await setup.clock.advance(1_000_000)
    // The second tab refreshed once, when it was opened.
    expect(times).toEqual([0])
  })

  it('ends with the session after an unrecoverable error, once [C-REF-05] [C-SES-16]', async () => {
    const { setup, times, client } = await reopen(fail('session_not_found', 404))
    const seen: unknown[] = []
    client.onStateChange((state) => seen.push(state))
    await setup.clock.advance(1_000_000)
    expect(times).toEqual([0])
    expect(seen).toEqual([{ user: null, session: null }])
    expect(setup.profile.cookies.all()).toEqual([])
  })

  it.each<Answer>([
    offline,
    fail('too_many_requests', 429),
    fail('internal_error', 503),
    fail('unheard_of', 401),
    fail('endpoint_not_found', 404),
    { status: 401, text: '<html>', headers: { 'content-type': 'text/html' } },
    { text: '{', headers: { 'content-type': 'application/json' } },
    { body: {} },
    { data: { session: 7 } },
    { data: makeAuth('s1', 'ada', { ...far, token: '' }) },
  ])('retries after a recoverable failure and keeps the session [C-REF-06]', async (answer) => {
    const { setup, times, client } = await reopen(answer, good)
    const cookies = setup.profile.cookies.all()
    await setup.clock.advance(0)
    expect(setup.profile.cookies.all()).toEqual(cookies)
    await setup.clock.advance(3000)
    expect(times).toEqual([0, expect.toSatisfy((ms: number) => ms >= 1825 && ms <= 2175)])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('waits about 2 s, doubles up to 256 s, and continues [C-REF-06] [C-REF-07] [C-REF-08] [C-REF-09]', async () => {
    const { setup, times } = await reopen(offline)
    await setup.clock.advance(1_200_000)
    const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    const wanted = [2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 256_000, 256_000]
    expect(delays.length).toBe(wanted.length)
    for (const [index, delay] of delays.entries())
      expect(Math.abs(delay - (wanted[index] ?? 0))).toBeLessThanOrEqual(175)
    expect(delays.some((delay, index) => delay !== wanted[index])).toBe(true)
  })

  it('starts again at 2 s after a success [C-REF-06]', async () => {
    const { setup, times } = await reopen(offline, offline, good, offline, good)
    await setup.clock.advance(600_000)
    const last = times.slice(2, 5).map((time, index) => time - (times[index + 1] ?? 0))
    expect(last).toEqual([expect.closeTo(4000, -3), 180_000, expect.closeTo(2000, -3)])
  })

  it('waits at least as long as Retry-After', async () => {
    const busy = { ...fail('too_many_requests', 429), headers: { 'retry-after': '60' } }
    const { setup, times } = await reopen(busy, good)
    await setup.clock.advance(60_000)
    expect(times).toEqual([0, 60_000])
    const soon = { ...fail('too_many_requests', 429), headers: { 'retry-after': '1' } }
    const other = await reopen(soon, good)
    await other.setup.clock.advance(3000)
    expect(other.times[1]).toBeGreaterThanOrEqual(1825)
  })

  it('drops the session when it expires without a response', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    const times = watch(setup, offline)
    await setup.clock.advance(3_600_000 - 1)
    expect(client.session.getSync()).not.toBeNull()
    await setup.clock.advance(1)
    expect(client.session.getSync()).toBeNull()
    const count = times.length
    await setup.clock.advance(1_000_000)
    expect(times).toHaveLength(count)
  })

  it('notices the expiry of a session', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    const expires_at = '2030-01-01T00:04:00Z'
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', { session: { expires_at } }) })
    setup.script.on(path, () => {
      const last_accessed_at = new Date(setup.clock.now()).toISOString()
      return { data: makeAuth('s1', 'ada', { session: { expires_at, last_accessed_at } }) }
    })
    await client.otps.authenticate('1', 'm', { session_duration_minutes: 5 })
    const seen: number[] = []
    client.onStateChange(() => seen.push(setup.clock.now()))
    await setup.clock.advance(600_000)
    expect(seen).toEqual([Date.UTC(2030, 0, 1, 0, 4)])
  })

  it('runs early, once, when the page becomes online or visible', async () => {
    const { setup, times, tab } = await reopen(offline)
    await setup.clock.advance(400_000)
    const before = times.length
    tab.emit('online')
    tab.emit('online')
    await setup.clock.advance(2000)
    expect(times.length).toBe(before + 1)
  })

  it('runs early once per attempt, and is not postponed by further events', async () => {
    const setup = createTestSetup()
    await signIn(setup, setup.open().client)
    const times = watch(setup, offline)
    const tab = setup.profile.openTab()
    let chance = 0
    const platform = { ...tab.platform, Math: { random: () => chance } }
    createClient(publicToken, { domains: { testApi: api }, platform })
    await setup.clock.advance(60_000)
    const before = times.length
    chance = 0.5
    tab.emit('online')
    await setup.clock.advance(500)
    chance = 0.9
    tab.emit('online')
    await setup.clock.advance(500)
    expect(times.length).toBe(before + 1)
  })

  it('does not run early without failures', async () => {
    const { setup, times, tab } = await reopen(good)
    await setup.clock.advance(100_000)
    tab.emit('online')
    await setup.clock.advance(5000)
    expect(times).toEqual([0])
  })

  it('runs once after an hour of sleep', async () => {
    const { setup, times, tab } = await reopen(good)
    await setup.clock.advance(1000)
    tab.freeze()
    await setup.clock.advance(3_600_000)
    expect(times).toEqual([0])
    tab.thaw()
    await setup.clock.advance(10_000)
    expect(times).toHaveLength(2)
  })

  it('never has two refreshes in flight', async () => {
    const answer = gate<{ data: unknown }>()
    const { setup, times, tab } = await reopen(() => answer.promise, good)
    await setup.clock.advance(100)
    for (let n = 0; n < 5; n++) tab.emit('online')
    for (let n = 0; n < 5; n++) tab.emit('storage')
    await setup.clock.advance(20_000)
    expect(times).toEqual([0])
    answer.open({ data: makeAuth('s1', 'ada', far) })
    await settle()
  })

  it('waits for its response even if the session changes meanwhile', async () => {
    const answer = gate<{ data: unknown }>()
    const { setup, times, tab } = await reopen(() => answer.promise, { data: makeAuth('s2', 'bob', far) })
    await setup.clock.advance(100)
    writeSessionCookies(setup, 'token-s2')
    tab.emit('storage')
    await setup.clock.advance(20_000)
    expect(times).toEqual([0])
    answer.open({ data: makeAuth('s1', 'ada', far) })
    await setup.clock.advance(0)
    expect(times).toEqual([0, 20_100])
  })

  it('sends {} unless keepSessionAlive is set', async () => {
    const { setup, client } = await reopen(good)
    await setup.clock.advance(0)
    expect(setup.script.to(path).map(({ body }) => body)).toEqual([{}])
    client.dispose()
    const other = setup.open({ keepSessionAlive: true })
    await setup.clock.advance(180_000)
    expect(setup.script.to(path).at(-1)?.body).toEqual({ session_duration_minutes: 45 })
    other.client.dispose()
  })

  it('does not solve a captcha', async () => {
    const { setup, times } = await reopen({ status: 403, text: 'Captcha required' }, good)
    await setup.clock.advance(1000)
    expect(times).toEqual([0])
  })
})

describe('a response after the session has changed', () => {
  it('drops a response after the session has changed, and repeats the call with the new token [C-REF-10]', async () => {
    const answer = gate<{ data: unknown }>()
    const { setup, client, times } = await reopen(() => answer.promise, { data: makeAuth('s2', 'bob', far) })
    await setup.clock.advance(0)
    await signIn(setup, setup.open().client, 's2', 'bob')
    answer.open({ data: makeAuth('s1', 'ada', far) })
    await setup.clock.advance(0)
    expect(times.length).toBe(2)
    const tokens = setup.script.to(path).map(
      ({ headers }) =>
        Buffer.from(headers.Authorization?.slice(6) ?? '', 'base64')
          .toString()
          .split(':')[1],
    )
    expect(tokens).toEqual(['token-s1', 'token-s2'])
    expect(client.user.getSync()?.user_id).toBe('user-test-bob')
  })

  it('drops a response without repeating the call if there is no session [C-REF-10]', async () => {
    const answer = gate<{ data: unknown }>()
    const { setup, client, times } = await reopen(() => answer.promise, good)
    await setup.clock.advance(0)
    await client.session.revoke()
    answer.open({ data: makeAuth('s1', 'ada', far) })
    await setup.clock.advance(1_000_000)
    expect(times).toEqual([0])
    expect(client.session.getSync()).toBeNull()
  })

  it('repeats a call at most once [C-REF-10]', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a, 's0')
    await settle()
    let round = 0
    setup.script.on(path, async () => {
      round++
      await signIn(setup, b, `s${round}`)
      return { data: makeAuth(`s${round - 1}`) }
    })
    await a.session.authenticate()
    expect(round).toBe(2)
    expect(a.session.getSync()?.session_id).toBe('session-test-s2')
  })
})

describe('ten tabs', () => {
  it('ten tabs that start at once make between one and ten calls, and stay signed in', async () => {
    const setup = createTestSetup()
    await signIn(setup, setup.open().client)
    const times = watch(setup, good)
    const tabs = Array.from({ length: 10 }, () => setup.open().client)
    await setup.clock.advance(0)
    expect(times.length).toBeGreaterThanOrEqual(1)
    expect(times.length).toBeLessThanOrEqual(10)
    expect(new Set(tabs.map(({ session }) => session.getTokens()?.session_token))).toEqual(new Set(['token-s1']))
  })

  it('ten tabs share one refresh every 180 s', async () => {
    const setup = createTestSetup()
    const [first] = Array.from({ length: 10 }, () => setup.open().client)
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', far) })
    await first?.otps.authenticate('1', 'm', { session_duration_minutes: 45 })
    const times = watch(setup, good)
    await setup.clock.advance(1_800_000)
    expect(times.length).toBeLessThanOrEqual(11)
    expect(times.length).toBeGreaterThanOrEqual(9)
  })
})

describe('after any sequence of events', () => {
  type Step = { answer: 'good' | 'offline' | 'busy' | 'end'; wait: number; awake: boolean }
  const step: fc.Arbitrary<Step> = fc.record({
    answer: fc.constantFrom('good', 'good', 'offline', 'busy', 'end'),
    wait: fc.nat({ max: 400_000 }),
    awake: fc.boolean(),
  })

  it('sends few calls, one after another, and none after an unrecoverable error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(), async (steps, seed) => {
        let current: Step['answer'] = 'good'
        let flying = 0
        let most = 0
        let awakes = 0
        const { setup, times, client, tab } = await reopen(async () => {
          most = Math.max(most, ++flying)
          await settle()
          flying--
          if (current === 'good') return good as { data: unknown }
          if (current === 'offline') return offline
          if (current === 'busy') return { ...fail('too_many_requests', 429), headers: { 'retry-after': '30' } }
          return fail('session_not_found', 404)
        })
        const ends: unknown[] = []
        client.onStateChange((state) => ends.push(state))
        let ended = 0
        let total = 0
        for (const { answer, wait, awake } of steps) {
          current = answer
          if (awake) {
            awakes++
            tab.emit('online')
          }
          total += wait
          await setup.clock.advance(wait)
          if (!client.session.getSync() && !ended) ended = times.length
        }
        expect(most).toBeLessThanOrEqual(1)
        expect(ends.length).toBeLessThanOrEqual(1)
        if (ended) expect(times.length).toBe(ended)
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
        expect(gaps.filter((gap) => gap < 1825).length).toBeLessThanOrEqual(awakes)
        expect(times.length).toBeLessThanOrEqual(2 + awakes + total / 1825)
        client.dispose()
        expect(tab.leftovers()).toBe(0)
        return seed >= 0
      }),
      { numRuns: Math.ceil(Number(process.env.MODEL_RUNS ?? 300) / 3) },
    )
  }, 600_000)
})
