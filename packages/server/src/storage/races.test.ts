import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres, openSqlite } from './operations/open-storage.ts'
import type { Storage } from './storage.ts'
import { bundleChild, type ChildCallers, type ChildScript, forkCallers } from './suite/fork.suite.ts'
import { type Callers, createCallers, race } from './suite/race.suite.ts'
import { withNaiveConsume } from './testing/naive-consume.ts'
import { raceRounds } from './testing/run-length.ts'
import { sampleMessage, sampleNow, sampleOneTime, uniqueId } from './testing/sample.ts'
import { createTestDatabase } from './testing/test-database.ts'

const fewer = Math.ceil(raceRounds / 10)
const patience = 60_000 + raceRounds * 200
const projectId = 'project-test-races'

interface Tally {
  once: number
  never: number
  twice: number
  errors: string[]
  overlapped: number
}

/** Processes of a busy machine may run one after another: so many further rounds wait for one in which they overlap. */
const furtherRounds = 100

/** Sixteen callers redeem one secret, round after round. */
async function redeem(storage: Storage, groups: readonly Callers[], by: 'token' | 'id', count: number): Promise<Tally> {
  const tally: Tally = { once: 0, never: 0, twice: 0, errors: [], overlapped: 0 }
  for (let round = 0; round < count || (tally.overlapped === 0 && round < count + furtherRounds); round++) {
    const row = sampleOneTime(projectId, by === 'id' ? { tokenHash: null, codeMac: 'mac', purpose: 'otp_email' } : {})
    await storage.oneTime.insert(row)
    const { wins, errors, overlap } = await race(
      groups,
      by === 'id'
        ? { kind: 'consumeById', projectId, id: row.id }
        : { kind: 'consume', projectId, tokenHash: row.tokenHash ?? '' },
      16,
    )
    tally[wins.length === 0 ? 'never' : wins.length === 1 ? 'once' : 'twice'] += 1
    tally.errors.push(...errors)
    if (overlap > 1) tally.overlapped += 1
  }
  return tally
}

/** Sixty-four callers guess at one passcode; returns how many guesses were evaluated each time. */
async function guess(storage: Storage, groups: readonly Callers[], count: number): Promise<number[]> {
  const evaluated: number[] = []
  for (let round = 0; round < count; round++) {
    const row = sampleOneTime(projectId, { tokenHash: null, codeMac: 'mac', purpose: 'otp_email' })
    await storage.oneTime.insert(row)
    const { wins, errors } = await race(groups, { kind: 'guess', projectId, id: row.id, cap: 5 }, 64)
    expect(errors).toEqual([])
    evaluated.push(wins.length)
  }
  return evaluated
}

interface OpenDatabase {
  storage: Storage
  engine: 'sqlite' | 'postgres'
  location: string
}

const directory = mkdtempSync(join(tmpdir(), 'latchkey-races-'))
let script: ChildScript

beforeAll(async () => {
  script = await bundleChild('race-child')
})
afterAll(() => {
  script.remove()
  rmSync(directory, { recursive: true, force: true })
})

const engines: [string, () => Promise<OpenDatabase>][] = [
  [
    'SQLite',
    async () => {
      const location = join(directory, 'races.db')
      return { storage: await openSqlite({ path: location }), engine: 'sqlite', location }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const location = await createTestDatabase()
      return {
        storage: await openPostgres({ url: location, maxConnections: 20, answerWithinMs: null }),
        engine: 'postgres',
        location,
      }
    },
  ],
]

describe.each(engines)('on %s', { timeout: patience }, (_, open) => {
  let database: OpenDatabase
  let children: ChildCallers[] = []
  beforeAll(async () => {
    database = await open()
    const { engine, location } = database
    children = await Promise.all(['one', 'two'].map((name) => forkCallers(script, engine, location, name)))
  })
  afterAll(async () => {
    await Promise.all(children.map((child) => child.stop()))
    await database.storage.close()
  })

  function expectOnceEach(tally: Tally, count: number): void {
    expect(tally).toEqual({ ...tally, never: 0, twice: 0, errors: [] })
    expect(tally.once).toBeGreaterThanOrEqual(count)
    expect(tally.overlapped).toBeGreaterThan(0)
  }

  describe.each<[string, () => Callers[]]>([
    ['in one process', () => [createCallers(database.storage)]],
    ['across two processes', () => children],
  ])('%s', (_place, groups) => {
    it('a link redeemed sixteen-fold is spent once', async () => {
      expectOnceEach(await redeem(database.storage, groups(), 'token', raceRounds), raceRounds)
    })

    it('a passcode compared equal sixteen-fold is spent once', async () => {
      expectOnceEach(await redeem(database.storage, groups(), 'id', fewer), fewer)
    })

    it('evaluates exactly five of sixty-four guesses at one passcode', async () => {
      expect(await guess(database.storage, groups(), fewer)).toEqual(Array(fewer).fill(5))
    })

    it('a limit lets through exactly as many as it says', async () => {
      for (let round = 0; round < fewer; round++) {
        const key = uniqueId('key')
        const { wins, errors } = await race(groups(), { kind: 'limit', projectId, key, limit: 20 }, 64)
        expect([wins.length, errors]).toEqual([20, []])
      }
    })

    it('a lock-out begins after exactly as many wrong secrets as its threshold', async () => {
      for (let round = 0; round < fewer; round++) {
        const subject = uniqueId('user')
        const { wins, errors } = await race(groups(), { kind: 'slot', projectId, subject, threshold: 10 }, 64)
        expect([wins.length, errors]).toEqual([10, []])
        expect(await database.storage.lockouts.get(projectId, subject)).toMatchObject({ consecutive: 10 })
      }
    })

    it('a lease has one holder', async () => {
      for (let round = 0; round < fewer; round++) {
        const { wins, errors } = await race(groups(), { kind: 'lease', name: uniqueId('lease') }, 16)
        expect([wins.length, errors]).toEqual([1, []])
      }
    })

    it('no message of the outbox is leased to two workers, and none is left', async () => {
      for (let round = 0; round < fewer; round++) {
        const messages = Array.from({ length: 40 }, () => sampleMessage(projectId))
        await database.storage.transaction(async (tx) => {
          for (const message of messages) await tx.outbox.enqueue(message)
        })
        const { wins, errors } = await race(groups(), { kind: 'outbox', now: sampleNow }, 8)
        expect(wins.toSorted()).toEqual(messages.map(({ id }) => id).toSorted())
        expect(errors).toEqual([])
        for (const { id } of messages) await database.storage.outbox.markDelivered(projectId, id, sampleNow)
      }
    })
  })

  describe('with a naive consume, the very same races are lost:', () => {
    it('a link is spent more than once', async () => {
      const naive = withNaiveConsume(database.storage)
      const tally = await redeem(database.storage, [createCallers(naive)], 'token', fewer)
      expect(tally.twice).toBeGreaterThan(0)
    })

    it('a passcode is spent more than once', async () => {
      const naive = withNaiveConsume(database.storage)
      const tally = await redeem(database.storage, [createCallers(naive)], 'id', fewer)
      expect(tally.twice).toBeGreaterThan(0)
    })

    it('evaluates more than five guesses', async () => {
      const evaluated = await guess(database.storage, [createCallers(withNaiveConsume(database.storage))], fewer)
      expect(Math.max(...evaluated)).toBeGreaterThan(5)
    })
  })
})
