import { describe, expect, it } from 'vitest'
import type { VirtualClock } from '../platform/memory-clock.ts'
import { createVirtualClock, settle } from '../platform/memory-clock.ts'
import type { Read } from './cached-read.ts'
import { createCachedRead, retryDelay } from './cached-read.ts'

interface Bench {
  readonly read: Read<string>
  readonly clock: VirtualClock
  /** Pending calls. */
  readonly calls: { resolve(value: string): void; reject(error: unknown): void }[]
  /** The number of calls. */
  count(): number
  isSlow: boolean
}

function createBench(): Bench {
  const clock = createVirtualClock()
  let count = 0
  const bench: Bench = {
    clock,
    calls: [],
    count: () => count,
    isSlow: false,
    read: createCachedRead(
      'stored',
      () =>
        new Promise<string>((resolve, reject) => {
          count += 1
          bench.calls.push({ resolve, reject })
        }),
      { clock, retryDelay: (error) => retryDelay(error, bench.isSlow ? { saveData: true } : undefined) },
    ),
  }
  return bench
}

async function answer(bench: Bench, value: string): Promise<void> {
  bench.calls.shift()?.resolve(value)
  await settle()
}

async function fail(bench: Bench, error: unknown = new Error('Unable to contact our servers.')): Promise<void> {
  bench.calls.shift()?.reject(error)
  await settle()
}

describe('createCachedRead', () => {
  it('returns the stored value first and the fetched value after the response', async () => {
    const bench = createBench()
    const seen: unknown[] = [bench.read.getState()]
    const unsubscribe = bench.read.subscribe(() => seen.push(bench.read.getState()))
    expect(bench.count()).toBe(0)
    bench.read.start()
    await answer(bench, 'read')
    unsubscribe()
    expect(seen).toEqual([
      { status: 'loading', value: 'stored' },
      { status: 'loaded', value: 'read' },
    ])
    expect(bench.read.getState()).toBe(seen[1])
  })

  it('shares one call between readers within two seconds of its start [W-CONST-01]', async () => {
    const bench = createBench()
    bench.read.start()
    bench.read.start()()
    await bench.clock.advance(1_500)
    bench.read.start()
    await answer(bench, 'first')
    await bench.clock.advance(499)
    bench.read.start()
    expect(bench.count()).toBe(1)
    await bench.clock.advance(1)
    bench.read.start()
    expect([bench.count(), bench.read.getState()]).toEqual([2, { status: 'loaded', value: 'first' }])
    await answer(bench, 'second')
    expect(bench.read.getState()).toEqual({ status: 'loaded', value: 'second' })
  })

  it('shares one call however long it takes', async () => {
    const bench = createBench()
    bench.read.start()
    await bench.clock.advance(60_000)
    bench.read.start()
    expect(bench.count()).toBe(1)
  })

  it('retries five seconds after a failure and keeps the stored value [W-CONST-02]', async () => {
    const bench = createBench()
    const error = new Error('Unable to contact our servers.')
    bench.read.start()
    for (const tries of [1, 2, 3]) {
      await fail(bench, error)
      expect(bench.read.getState()).toEqual({ status: 'failed', value: 'stored', error })
      await bench.clock.advance(4_999)
      expect(bench.count()).toBe(tries)
      await bench.clock.advance(1)
      expect(bench.count()).toBe(tries + 1)
    }
    await answer(bench, 'read')
    await bench.clock.advance(60_000)
    expect([bench.count(), bench.read.getState()]).toEqual([4, { status: 'loaded', value: 'read' }])
  })

  it('retries after ten seconds on a slow network [W-CONST-03]', async () => {
    const bench = createBench()
    bench.read.start()
    bench.isSlow = true
    await fail(bench)
    await bench.clock.advance(9_999)
    expect(bench.count()).toBe(1)
    await bench.clock.advance(1)
    expect(bench.count()).toBe(2)
  })

  it('stops retrying after the last reader has stopped', async () => {
    const bench = createBench()
    const stops = [bench.read.start(), bench.read.start()]
    await fail(bench)
    stops[0]?.()
    expect(bench.clock.pending()).toBe(1)
    stops[1]?.()
    expect(bench.clock.pending()).toBe(0)
    const stop = bench.read.start()
    expect(bench.count()).toBe(2)
    stop()
    await fail(bench)
    expect([bench.count(), bench.clock.pending()]).toEqual([2, 0])
  })

  it('retries at once for a new reader, and only once', async () => {
    const bench = createBench()
    bench.read.start()
    await fail(bench)
    bench.read.start()
    expect([bench.count(), bench.clock.pending()]).toEqual([2, 0])
  })

  it.each([
    'unauthorized_credentials',
    'user_unauthenticated',
    'invalid_secret_authentication',
    'session_not_found',
    'invalid_public_token',
  ])('does not retry after %s', async (error_type) => {
    const bench = createBench()
    bench.read.start()
    await fail(bench, Object.assign(new Error(error_type), { error_type }))
    expect([bench.read.getState().status, bench.clock.pending()]).toEqual(['failed', 0])
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
