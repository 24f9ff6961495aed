import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, it as bothEngines, describe, expect, it } from 'vitest'
import { createCoalescedRead } from '../core/coalesced-read.ts'
import { createVault, type MasterKey } from '../core/vault.ts'
import { createProject } from '../projects/create-project.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import { createBarrier } from '../testing/barrier.ts'
import { withChangedTransactions } from '../testing/changed-transactions.suite.ts'
import { engines, openTestStorage } from '../testing/harness.ts'
import {
  createSigningKeys,
  rotateDueKeys,
  rotateSigningKey,
  type SigningKeys,
  SigningKeyTooYoungError,
} from './signing-keys.ts'

const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
const newMasterKey = (id: string): MasterKey => ({ id, key: random.bytes(32) })
const day = 24 * 60 * 60_000
const [older, newer] = [newMasterKey('older'), newMasterKey('newer')]

describe.each(engines)('signing keys of two processes on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let project: ProjectRecord
  let now = 1_800_000_000_000
  const clock = { now: () => now }
  const vault = createVault([older], random)
  let here: SigningKeys
  let there: SigningKeys
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())
  beforeEach(async () => {
    const options = { name: 'Keys', environment: 'test', vertical: 'CONSUMER', baseUrl: 'https://a.example' } as const
    project = await createProject(storage, { clock, random, vault }, options)
    now += 60_000
    here = createSigningKeys({ storage, vault, clock })
    there = createSigningKeys({ storage, vault, clock })
  })

  const kidOf = async (keys: SigningKeys, algorithm: 'ES256' | 'RS256' = 'ES256') =>
    decodeProtectedHeader(await keys.sign(project.id, algorithm, {}, 'JWT')).kid
  const listedBy = async (keys: SigningKeys) => (await keys.jwks(project.id)).keys.map(({ kid }) => kid)

  it('lists a key that the other process has just created for another algorithm (F14)', async () => {
    await listedBy(there)
    const kid = await kidOf(here, 'RS256')
    expect(await listedBy(there)).toContain(kid)
  })

  it('lists a key that was inserted late, or by a machine with a slow clock (F14)', async () => {
    const slow = { storage, vault, clock: { now: () => now - 20_000 } }
    for (let times = 0; times < 2; times += 1) {
      await listedBy(there)
      await rotateSigningKey(slow, project.id, { algorithm: 'ES256', force: true })
    }
    const kid = await kidOf(createSigningKeys({ storage, vault, clock }))
    expect(await listedBy(there)).toContain(kid)
  })

  const listKeys = async (algorithm: 'ES256' | 'RS256') =>
    (await storage.keys.list(project.id)).filter((key) => key.algorithm === algorithm)
  const statesOf = async (algorithm: 'ES256' | 'RS256') => (await listKeys(algorithm)).map(({ state }) => state).sort()

  it('has one active and one next key after concurrent rotations (F14)', async () => {
    const barrier = createBarrier(4)
    /** Each rotation waits after its read until all have read; SQLite runs one transaction at a time. */
    const meeting = (): Storage => {
      let isFirst = engine === 'postgres'
      return withChangedTransactions(storage, ({ keys }) => {
        const list: typeof keys.list = async (projectId) => {
          const listed = await keys.list(projectId)
          if (isFirst) await barrier.arrive()
          isFirst = false
          return listed
        }
        return { keys: { ...keys, list } }
      })
    }
    const options = { algorithm: 'ES256', force: true } as const
    const rotate = () => rotateSigningKey({ storage: meeting(), vault, clock }, project.id, options)
    const rotated = await Promise.all(Array.from({ length: 4 }, rotate))
    expect(new Set(rotated.map(({ active }) => active)).size).toBe(4)
    const states = await statesOf('ES256')
    expect(states.filter((state) => state === 'active' || state === 'next')).toEqual(['active', 'next'])
  })

  it.inTurn('creates no key for a rejected rotation', async () => {
    const before = await listKeys('ES256')
    const idle = { ...vault, seal: () => expect.unreachable('a key was made') }
    const rotated = rotateSigningKey({ storage, vault: idle, clock }, project.id, { algorithm: 'ES256' })
    await expect(rotated).rejects.toThrow(SigningKeyTooYoungError)
    expect(await listKeys('ES256')).toEqual(before)
  })

  /** The daily round for this project only: those of the other tests are older. */
  const dailyRound = () => {
    const projects = { ...storage.projects, list: async () => [project] }
    return rotateDueKeys({ storage: { ...storage, projects }, vault, clock })
  }

  it.inTurn('creates the first key of an algorithm once for concurrent calls, together with the next one', async () => {
    const kids = await Promise.all(Array.from({ length: 16 }, () => kidOf(here, 'RS256')))
    expect(await statesOf('RS256')).toEqual(['active', 'next'])
    const active = (await listKeys('RS256')).find(({ state }) => state === 'active')
    expect([...new Set(kids)]).toEqual([active?.kid])
  })

  it.inTurn('lists the second key of an algorithm a day before it signs', async () => {
    const first = await kidOf(here, 'RS256')
    const next = (await listKeys('RS256')).find(({ state }) => state === 'next')?.kid
    expect(await listedBy(there)).toEqual(expect.arrayContaining([first, next]))
    now += 90 * day
    expect(await dailyRound()).toContain(project.id)
    now += 10_000
    expect(await kidOf(here, 'RS256')).toBe(next)
  })

  it.inTurn('publishes a missing next key first, which signs a day later unless it is forced', async () => {
    // The state of projects whose algorithm was changed by an earlier version.
    for (const { kid, state } of await listKeys('ES256'))
      if (state === 'next') await storage.keys.setState(project.id, kid, 'gone', now)
    const harness = { storage, vault, clock }
    const rotate = (force = false) => rotateSigningKey(harness, project.id, { algorithm: 'ES256', force })
    const before = await kidOf(here)
    await expect(rotate()).rejects.toThrow('less than a day ago')
    const next = (await listKeys('ES256')).find(({ state }) => state === 'next')?.kid
    expect(await listedBy(there)).toContain(next)
    now += day - 1
    await expect(rotate()).rejects.toThrow('less than a day ago')
    expect([await kidOf(here), await kidOf(there)]).toEqual([before, before])
    now += 1
    expect(await rotate()).toEqual({ active: next })
    for (const { kid, state } of await listKeys('ES256'))
      if (state === 'next') await storage.keys.setState(project.id, kid, 'gone', now)
    const { active } = await rotate(true)
    expect([active === next, await statesOf('ES256')]).toEqual([
      ...[false, ['active', 'gone', 'gone', 'next', 'retiring', 'retiring']],
    ])
  })

  it.inTurn('publishes a missing next key in the daily round, long before it has to sign', async () => {
    for (const { kid, state } of await listKeys('ES256'))
      if (state === 'next') await storage.keys.setState(project.id, kid, 'gone', now)
    const before = await kidOf(here)
    now += 90 * day
    expect(await dailyRound()).toEqual([])
    const next = (await listKeys('ES256')).find(({ state }) => state === 'next')?.kid
    expect([await listedBy(there), await kidOf(here)]).toEqual([expect.arrayContaining([next]), before])
    now += day - 1
    expect(await dailyRound()).toEqual([])
    now += 1
    expect(await dailyRound()).toEqual([project.id])
    expect((await listKeys('ES256')).find(({ state }) => state === 'active')?.kid).toBe(next)
  })

  it.inTurn('lists a retired key for thirty days, until the daily round removes it', async () => {
    const harness = { storage, vault, clock }
    const old = await kidOf(here)
    now += day
    await rotateSigningKey(harness, project.id, { algorithm: 'ES256' })
    now += 30 * day - 1
    await dailyRound()
    expect(await listedBy(there)).toContain(old)
    now += 1
    expect(await dailyRound()).toEqual([])
    expect(await listedBy(there)).not.toContain(old)
    expect(await statesOf('ES256')).toEqual(['active', 'gone', 'next'])
  })

  it.inTurn('activates a key at once if its algorithm has no active key', async () => {
    const { active } = await rotateSigningKey({ storage, vault, clock }, project.id, { algorithm: 'RS256' })
    expect([await kidOf(here, 'RS256'), await statesOf('RS256')]).toEqual([active, ['active', 'next']])
  })

  it('does not sign with a previous key whose master key is missing (F14)', async () => {
    await rotateSigningKey({ storage, vault: createVault([newer, older], random), clock }, project.id, {
      ...{ algorithm: 'ES256', force: true },
    })
    const { active } = await rotateSigningKey(
      { storage, vault: createVault([newer, older], random), clock },
      project.id,
      { algorithm: 'ES256', force: true },
    )
    const without = createSigningKeys({ storage, vault: createVault([newer], random), clock })
    expect(await kidOf(without)).toBe(active)
  })

  it.inTurn('lists the cached keys while the database is unavailable', async () => {
    let isUnavailable = false
    const list = (id: string) => (isUnavailable ? Promise.reject(new Error('unavailable')) : storage.keys.list(id))
    const cut: Storage = { ...storage, keys: { ...storage.keys, list } }
    const keys = createSigningKeys({ storage: cut, vault, clock })
    const before = await listedBy(keys)
    isUnavailable = true
    now += 600_000
    expect(await listedBy(keys)).toEqual(before)
  })
})

describe('a coalesced read', () => {
  it('is never older than the call, and is shared by all waiting calls', async () => {
    let value = 0
    const ends: (() => void)[] = []
    const read = createCoalescedRead(async () => {
      const seen = value
      await new Promise<void>((resolve) => ends.push(resolve))
      return seen
    })
    const first = read('a')
    value = 1
    const later = [read('a'), read('a')]
    ends.shift()?.()
    expect(await first).toBe(0)
    await new Promise((resolve) => setTimeout(resolve))
    expect(ends).toHaveLength(1)
    ends.shift()?.()
    expect(await Promise.all(later)).toEqual([1, 1])
    value = 2
    const alone = read('a')
    ends.shift()?.()
    expect(await alone).toBe(2)
  })

  it('is repeated after a failure', async () => {
    let tries = 0
    const read = createCoalescedRead(async () => {
      tries += 1
      if (tries === 1) throw new Error('unavailable')
      return tries
    })
    const both = await Promise.allSettled([read('a'), read('a')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
