import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import { createRemoteRanges } from '../passwords/breach.ts'
import { begin, comeBack, consent, createOAuthHarness, land } from '../products/oauth/oauth.suite.ts'
import { projectRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'

/** `FAULT_CYCLES` is the number of kills; these tests use a fraction of it. */
const fractionOfCycles = (whole: number): number => Math.ceil((whole * Number(process.env.FAULT_CYCLES ?? 10)) / 200)
const generous = { limit: 1e6, windowMs: 60_000 }

describe.each(engines)('services that a provider on %s depends on', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())
  afterEach(() => void vi.useRealTimers())

  const countUsers = async ({ project }: Harness): Promise<number> =>
    (await storage.accounts.list(projectRealm(project.id), { limit: 100 })).items.length

  const failures: (() => Promise<Response>)[] = [
    async () => new Response('<h1>Oops</h1>', { status: 500, headers: { 'content-type': 'text/html' } }),
    async () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
    async () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
    () => Promise.reject(new TypeError('fetch failed')),
  ]
  /** Returns the failures one after another. */
  const failing = (): (() => Promise<Response>) => {
    let count = 0
    return () => (failures[count++ % failures.length] as () => Promise<Response>)()
  }

  const lookUps = fractionOfCycles(50)
  it(`accepts each of ${lookUps} passwords while the list of breached passwords fails, and audits each time (F16)`, async () => {
    let lookUpCount = 0
    const fetch = (async () => {
      lookUpCount += 1
      if (lookUpCount % 2 === 0) throw new TypeError('fetch failed')
      return new Response('<h1>Oops</h1>', { status: 500 })
    }) as typeof globalThis.fetch
    const ranges = createRemoteRanges({ baseUrl: 'https://ranges.example', fetch })
    const limits = { requests_per_ip: generous, password_creates_per_ip: generous, accounts_per_ip: generous }
    const harness = await createHarness(storage, { breachRanges: [ranges], config: { limits } })
    for (let index = 0; index < lookUps; index += 1) {
      const body = { email: `user-${index}@example.com`, password: `violet kettle ambles north ${index}` }
      const answer = await harness.call('POST', '/passwords', { ...body, session_duration_minutes: 30 })
      expect(answer.outcome).toBe('200')
    }
    const rows = (await storage.audit.listUnsealed(100_000)).filter(({ projectId }) => projectId === harness.project.id)
    expect(rows.filter(({ event }) => event === 'breach_check_skipped')).toHaveLength(lookUps)
    expect(lookUpCount).toBe(lookUps)
  })

  const exchanges = fractionOfCycles(100)
  it(`ends each of ${exchanges} sign-ins with an error and creates no user while an identity provider fails (F17)`, async () => {
    const answer = failing()
    const outbound = (fakes: OutboundFetch): OutboundFetch => {
      return (address, init) => (String(address).endsWith('/token') ? answer() : fakes(address, init))
    }
    const harness = await createOAuthHarness(storage, { outbound })
    for (let index = 0; index < exchanges; index += 1) {
      const { token, error } = await land(harness, index % 2 === 0 ? 'google' : 'github')
      expect([token, error]).toEqual(['', 'oauth_flow_callback_error'])
    }
    expect(await countUsers(harness)).toBe(0)
  })

  it('waits nine seconds for an identity provider that does not respond (F17)', async () => {
    let isRequested = false
    const outbound = (fakes: OutboundFetch): OutboundFetch => {
      return (address, init) => {
        if (!String(address).endsWith('/token')) return fakes(address, init)
        isRequested = true
        return new Promise(() => {})
      }
    }
    const harness = await createOAuthHarness(storage, { outbound })
    const { location, browser } = await begin(harness, 'google')
    const returned = await consent(harness, location)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isRedirected = false
    const redirect = comeBack(harness, returned, browser).finally(() => {
      isRedirected = true
    })
    while (!isRequested) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(8_999)
    expect(isRedirected).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    const landed = new URL((await redirect).headers.get('location') ?? '')
    const error = landed.searchParams.get('latchkey_error')
    expect([error, await countUsers(harness)]).toEqual(['oauth_flow_callback_error', 0])
  })
})
