import { describe, expect, it } from 'vitest'
import type { VirtualClock } from '../platform/memory-clock.ts'
import { createVirtualClock, settle } from '../platform/memory-clock.ts'
import type { Read } from './cached-read.ts'
import { createCachedRead, retryDelay } from './cached-read.ts'

interface Harness {
  readonly read: Read<string>
  readonly clock: VirtualClock
  /** Pending calls. */
  readonly calls: { resolve(value: string): void; reject(error: unknown): void }[]
  /** The number of calls. */
  count(): number
  isSlow: boolean
}

function createHarness(): Harness {
  const clock = createVirtualClock()
  let count = 0
  const harness: Harness = {
    clock,
    calls: [],
    count: () => count,
    isSlow: false,
    read: createCachedRead(
      'stored',
      () =>
        new Promise<string>((resolve, reject) => {
          count += 1
          harness.calls.push({ resolve, reject })
        }),
      { clock, retryDelay: (error) => retryDelay(error, harness.isSlow ? { saveData: true } : undefined) },
    ),
  }
  return harness
}

async function answer(harness: Harness, value: string): Promise<void> {
  harness.calls.shift()?.resolve(value)
  await settle()
}

async function fail(harness: Harness, error: unknown = new Error('Unable to contact our servers.')): Promise<void> {
  harness.calls.shift()?.reject(error)
  await settle()
}

describe('createCachedRead', () => {
  it('returns the stored value first and the fetched value after the response', async () => {
    const harness = createHarness()
    const seen: unknown[] = [harness.read.getState()]
    const unsubscribe = harness.read.subscribe(() => seen.push(harness.read.getState()))
    expect(harness.count()).toBe(0)
    harness.read.start()
    await answer(harness, 'read')
    unsubscribe()
    expect(seen).toEqual([
      { status: 'loading', value: 'stored' },
      { status: 'loaded', value: 'read' },
    ])
    expect(harness.read.getState()).toBe(seen[1])
  })

  it('shares one call between readers within two seconds of its start [W-CONST-01]', async () => {
    const harness = createHarness()
    harness.read.start()
    harness.read.start()()
    await harness.clock.advance(1_500)
    harness.read.start()
    await answer(harness, 'first')
    await harness.clock.advance(499)
    harness.read.start()
    expect(harness.count()).toBe(1)
    await harness.clock.advance(1)
    harness.read.start()
    expect([harness.count(), harness.read.getState()]).toEqual([2, { status: 'loaded', value: 'first' }])
    await answer(harness, 'second')
    expect(harness.read.getState()).toEqual({ status: 'loaded', value: 'second' })
  })

  it('shares one call however long it takes', async () => {
    const harness = createHarness()
    harness.read.start()
    await harness.clock.advance(60_000)
    harness.read.start()
    expect(harness.count()).toBe(1)
  })

  it('retries five seconds after a failure and keeps the stored value [W-CONST-02]', async () => {
    const harness = createHarness()
    const error = new Error('Unable to contact our servers.')
    harness.read.start()
    for (const tries of [1, 2, 3]) {
      await fail(harness, error)
      expect(harness.read.getState()).toEqual({ status: 'failed', value: 'stored', error })
      await harness.clock.advance(4_999)
      expect(harness.count()).toBe(tries)
      await harness.clock.advance(1)
      expect(harness.count()).toBe(tries + 1)
    }
    await answer(harness, 'read')
    await harness.clock.advance(60_000)
    expect([harness.count(), harness.read.getState()]).toEqual([4, { status: 'loaded', value: 'read' }])
  })

  it('retries after ten seconds on a slow network [W-CONST-03]', async () => {
    const harness = createHarness()
    harness.read.start()
    harness.isSlow = true
    await fail(harness)
    await harness.clock.advance(9_999)
    expect(harness.count()).toBe(1)
    await harness.clock.advance(1)
    expect(harness.count()).toBe(2)
  })

  it('stops retrying after the last reader has stopped', async () => {
    const harness = createHarness()
    const stops = [harness.read.start(), harness.read.start()]
    await fail(harness)
    stops[0]?.()
    expect(harness.clock.pending()).toBe(1)
    stops[1]?.()
    expect(harness.clock.pending()).toBe(0)
    const stop = harness.read.start()
    expect(harness.count()).toBe(2)
    stop()
    await fail(harness)
    expect([harness.count(), harness.clock.pending()]).toEqual([2, 0])
  })

  it('retries at once for a new reader, and only once', async () => {
    const harness = createHarness()
    harness.read.start()
    await fail(harness)
    harness.read.start()
    expect([harness.count(), harness.clock.pending()]).toEqual([2, 0])
  })

  it.each([
    'unauthorized_credentials',
    'user_unauthenticated',
    'invalid_secret_authentication',
    'session_not_found',
    'invalid_public_token',
  ])('does not retry after %s', async (error_type) => {
    const harness = createHarness()
    harness.read.start()
    await fail(harness, Object.assign(new Error(error_type), { error_type }))
    expect([harness.read.getState().status, harness.clock.pending()]).toEqual(['failed', 0])
  })
})

describe('retryDelay', () => {
  it('uses a longer retry delay if the network is slow or the user saves data', () => {
    expect(
      [
        { effectiveType: 'slow-2g' },
        { effectiveType: '2g' },
        { effectiveType: '4g', saveData: true },
        { effectiveType: '3g' },
        { effectiveType: '4g', saveData: false },
        {},
        undefined,
      ].map((connection) => retryDelay(new Error('Unable to contact our servers.'), connection)),
    ).toEqual([10_000, 10_000, 10_000, 5_000, 5_000, 5_000, 5_000])
  })

  it('returns no retry delay without an error', () => {
    expect(retryDelay(undefined, undefined)).toBeUndefined()
  })
})
