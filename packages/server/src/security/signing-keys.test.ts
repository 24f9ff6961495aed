import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProject } from '../projects/create-project.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { engines, openTestStorage } from '../testing/harness.ts'
import { createReadAnew } from './read-anew.ts'
import { createSigningKeys, rotateSigningKey, type SigningKeys } from './signing-keys.ts'
import { createVault, type MasterKey } from './vault.ts'

const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
const newMasterKey = (id: string): MasterKey => ({ id, key: random.bytes(32) })
const [older, newer] = [newMasterKey('older'), newMasterKey('newer')]

describe.each(engines)('signing keys of two processes on %s', (engine) => {
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
    const wishes = { name: 'Keys', environment: 'test', vertical: 'CONSUMER', baseUrl: 'https://a.example' } as const
    project = await createProject(storage, { clock, random, vault }, wishes)
    now += 60_000
    here = createSigningKeys({ storage, vault, clock })
    there = createSigningKeys({ storage, vault, clock })
  })

  const kidOf = async (keys: SigningKeys, algorithm: 'ES256' | 'RS256' = 'ES256') =>
    decodeProtectedHeader(await keys.sign(project.id, algorithm, {}, 'JWT')).kid
  const listedBy = async (keys: SigningKeys) => (await keys.jwks(project.id)).keys.map(({ kid }) => kid)

  it('a key that has just been made for another algorithm is listed by the other at once (F14)', async () => {
    await listedBy(there)
    const kid = await kidOf(here, 'RS256')
    expect(await listedBy(there)).toContain(kid)
  })

  it('a key that was brought in late, or by a machine whose clock is slow, is listed by the other at once (F14)', async () => {
    const slow = { storage, vault, clock: { now: () => now - 20_000 } }
    for (let times = 0; times < 2; times += 1) {
      await listedBy(there)
      await rotateSigningKey(slow, project.id, { algorithm: 'ES256', force: true })
    }
    const kid = await kidOf(createSigningKeys({ storage, vault, clock }))
    expect(await listedBy(there)).toContain(kid)
  })

  it('the first key of an algorithm is made once, however many ask for it at once', async () => {
    const kids = await Promise.all(Array.from({ length: 16 }, () => kidOf(here, 'RS256')))
    const kept = (await storage.keys.list(project.id)).filter(({ algorithm }) => algorithm === 'RS256')
    expect([kept.map(({ kid }) => kid), kept.map(({ state }) => state)]).toEqual([[...new Set(kids)], ['active']])
  })

  it('a key that signed before does not sign on where its master key is gone (F14)', async () => {
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

  it('goes on listing what it knows while the store is away', async () => {
    let isAway = false
    const list = (id: string) => (isAway ? Promise.reject(new Error('away')) : storage.keys.list(id))
    const cut: Storage = { ...storage, keys: { ...storage.keys, list } }
    const keys = createSigningKeys({ storage: cut, vault, clock })
    const before = await listedBy(keys)
    isAway = true
    now += 600_000
    expect(await listedBy(keys)).toEqual(before)
  })
})

describe('what is read anew', () => {
  it('is never older than the question, and is read once for all who wait', async () => {
    let value = 0
    const ends: (() => void)[] = []
    const read = createReadAnew(async () => {
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

  it('is read again after a failure', async () => {
    let tries = 0
    const read = createReadAnew(async () => {
      tries += 1
      if (tries === 1) throw new Error('away')
      return tries
    })
    const both = await Promise.allSettled([read('a'), read('a')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
