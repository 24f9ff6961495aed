import type { VirtualClock } from '@latchkey/client/testing'
import { createVirtualClock, settle } from '@latchkey/client/testing'
import { describe, expect, it } from 'vitest'
import type { Read } from './cached-read.ts'
import { createCachedRead } from './cached-read.ts'
import { isSlowNetwork } from './slow-network.ts'

interface Bench {
  readonly read: Read<string>
  readonly clock: VirtualClock
  /** Calls that were made and not answered yet. */
  readonly calls: { resolve(value: string): void; reject(error: unknown): void }[]
  /** How many calls there were in all. */
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
      'remembered',
      () =>
        new Promise<string>((resolve, reject) => {
          count += 1
          bench.calls.push({ resolve, reject })
        }),
      { clock, isSlow: () => bench.isSlow },
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

describe('a cached read', () => {
  it('shows what is remembered at once, and what was read when it is there', async () => {
    const bench = createBench()
    const seen: unknown[] = [bench.read.getState()]
    const unsubscribe = bench.read.subscribe(() => seen.push(bench.read.getState()))
    expect(bench.count()).toBe(0)
    bench.read.start()
    await answer(bench, 'read')
    unsubscribe()
    expect(seen).toEqual([
      { status: 'loading', value: 'remembered' },
      { status: 'loaded', value: 'read' },
    ])
    expect(bench.read.getState()).toBe(seen[1])
  })

  it('is one call for all who want it within two seconds of its beginning [W-CONST-01]', async () => {
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

  it('is one call however long it takes', async () => {
    const bench = createBench()
    bench.read.start()
    await bench.clock.advance(60_000)
    bench.read.start()
    expect(bench.count()).toBe(1)
  })

  it('is tried again five seconds after it failed, and keeps what it had [W-CONST-02]', async () => {
    const bench = createBench()
    const error = new Error('Unable to contact our servers.')
    bench.read.start()
    for (const tries of [1, 2, 3]) {
      await fail(bench, error)
      expect(bench.read.getState()).toEqual({ status: 'failed', value: 'remembered', error })
      await bench.clock.advance(4_999)
      expect(bench.count()).toBe(tries)
      await bench.clock.advance(1)
      expect(bench.count()).toBe(tries + 1)
    }
    await answer(bench, 'read')
    await bench.clock.advance(60_000)
    expect([bench.count(), bench.read.getState()]).toEqual([4, { status: 'loaded', value: 'read' }])
  })

  it('is tried again after ten seconds on a slow network [W-CONST-03]', async () => {
    const bench = createBench()
    bench.read.start()
    bench.isSlow = true
    await fail(bench)
    await bench.clock.advance(9_999)
    expect(bench.count()).toBe(1)
    await bench.clock.advance(1)
    expect(bench.count()).toBe(2)
  })

  it('is not tried again when nobody wants it any more', async () => {
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

  it('is tried at once by whoever wants it after a failure, and not twice', async () => {
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
  ])('is not tried again after %s', async (error_type) => {
    const bench = createBench()
    bench.read.start()
    await fail(bench, Object.assign(new Error(error_type), { error_type }))
    expect([bench.read.getState().status, bench.clock.pending()]).toEqual(['failed', 0])
  })
})

describe('a network', () => {
  it('is slow where it says so, or where a person asks to save data', () => {
    expect(
      [
        { effectiveType: 'slow-2g' },
        { effectiveType: '2g' },
        { effectiveType: '4g', saveData: true },
        { effectiveType: '3g' },
        { effectiveType: '4g', saveData: false },
        {},
        undefined,
      ].map((connection) => isSlowNetwork(connection)),
    ).toEqual([true, true, true, false, false, false, false])
  })
})
