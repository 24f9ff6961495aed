import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import { createRemoteRanges } from '../passwords/breach.ts'
import { begin, comeBack, consent, createOAuthHarness, land } from '../products/oauth/oauth.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'

/** `FAULT_CYCLES` is the number of kills; these faults have their part of it. */
const cyclesOf = (whole: number): number => Math.ceil((whole * Number(process.env.FAULT_CYCLES ?? 10)) / 200)
const generous = { limit: 1e6, windowMs: 60_000 }

describe.each(engines)('services that a provider on %s depends on', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())
  afterEach(() => void vi.useRealTimers())

  const usersOf = async ({ project }: Harness): Promise<number> =>
    (await storage.users.list(project.id, { limit: 100 })).items.length

  const failures: (() => Promise<Response>)[] = [
    async () => new Response('<h1>Oops</h1>', { status: 500, headers: { 'content-type': 'text/html' } }),
    async () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
    async () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
    () => Promise.reject(new TypeError('fetch failed')),
  ]
  /** Each in its turn. */
  const failing = (): (() => Promise<Response>) => {
    let count = 0
    return () => (failures[count++ % failures.length] as () => Promise<Response>)()
  }

  const lookUps = cyclesOf(50)
  it(`a list of breached passwords that fails lets each of ${lookUps} pass, and every time is in the audit (F16)`, async () => {
    let asked = 0
    const fetch = (async () => {
      asked += 1
      if (asked % 2 === 0) throw new TypeError('fetch failed')
      return new Response('<h1>Oops</h1>', { status: 500 })
    }) as typeof globalThis.fetch
    const ranges = createRemoteRanges({ baseUrl: 'https://ranges.example', fetch })
    const limits = { requests_per_ip: generous, password_creates_per_ip: generous, accounts_per_ip: generous }
    const harness = await createHarness(storage, { breachRanges: [ranges], config: { limits } })
    for (let index = 0; index < lookUps; index += 1) {
      const body = { email: `person-${index}@example.com`, password: `violet kettle ambles north ${index}` }
      const answer = await harness.call('POST', '/passwords', { ...body, session_duration_minutes: 30 })
      expect(answer.outcome).toBe('200')
    }
    const rows = (await storage.audit.listUnsealed(100_000)).filter(({ projectId }) => projectId === harness.project.id)
    expect(rows.filter(({ event }) => event === 'breach_check_skipped')).toHaveLength(lookUps)
    expect(asked).toBe(lookUps)
  })

  const exchanges = cyclesOf(100)
  it(`an identity provider that fails ends each of ${exchanges} sign-ins with a word, and nobody is made of it (F17)`, async () => {
    const answer = failing()
    const outbound = (fakes: OutboundFetch): OutboundFetch => {
      return (address, init) => (String(address).endsWith('/token') ? answer() : fakes(address, init))
    }
    const harness = await createOAuthHarness(storage, { outbound })
    for (let index = 0; index < exchanges; index += 1) {
      const { token, error } = await land(harness, index % 2 === 0 ? 'google' : 'github')
      expect([token, error]).toEqual(['', 'oauth_flow_callback_error'])
    }
    expect(await usersOf(harness)).toBe(0)
  })

  it('an identity provider that does not answer is waited for nine seconds (F17)', async () => {
    let isAsked = false
    const outbound = (fakes: OutboundFetch): OutboundFetch => {
      return (address, init) => {
        if (!String(address).endsWith('/token')) return fakes(address, init)
        isAsked = true
        return new Promise(() => {})
      }
    }
    const harness = await createOAuthHarness(storage, { outbound })
    const { location, browser } = await begin(harness, 'google')
    const returned = await consent(harness, location)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isBack = false
    const coming = comeBack(harness, returned, browser).finally(() => {
      isBack = true
    })
    while (!isAsked) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(8_999)
    expect(isBack).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    const landed = new URL((await coming).headers.get('location') ?? '')
    const error = landed.searchParams.get('latchkey_error')
    expect([error, await usersOf(harness)]).toEqual(['oauth_flow_callback_error', 0])
  })
})
