import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openPostgres } from './operations/open-storage.ts'
import { storageSuite } from './storage.suite.ts'
import { createFreezingProxy } from './testing/freezing-proxy.ts'
import { sampleNow, sampleOneTime, sampleProject } from './testing/sample.ts'
import { createReadyDatabase, createTestDatabase } from './testing/test-database.ts'

storageSuite({
  PostgreSQL: async () => openPostgres({ url: await createTestDatabase(), answerWithinMs: null }),
  'PostgreSQL without prepared statements': async () =>
    openPostgres({ url: await createTestDatabase(), answerWithinMs: null, preparedStatements: false }),
})

describe('a PostgreSQL server', () => {
  // The first tests wait for time limits, so they run at the same time.
  it.concurrent('that stops responding fails every call instead of blocking it, and is used again later (F4)', async () => {
    const proxy = await createFreezingProxy(await createReadyDatabase())
    const storage = await openPostgres({ url: proxy.url, maxConnections: 2 })
    await Promise.all([storage.ping(), storage.ping()])
    proxy.freeze()
    // More calls than connections: some wait for a connection, some for an answer on one.
    const calls = [
      ...Array.from({ length: 5 }, () => storage.projects.list()),
      storage.transaction((tx) => tx.projects.list()),
      storage.ping(),
    ]
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
      calls.map(() => 'storage_unavailable'),
    )
    proxy.thaw()
    expect(await storage.projects.list()).toEqual([])
    await storage.close()
    await proxy.close()
  })

  it.concurrent.each([
    ['an answer', 2],
    ['a connection', 1],
  ])('that stands still keeps a call no longer waiting for %s than is left of it (F4)', async (_, maxConnections) => {
    const proxy = await createFreezingProxy(await createReadyDatabase())
    const storage = await openPostgres({ url: proxy.url, maxConnections })
    await Promise.all([storage.ping(), storage.ping()])
    proxy.freeze()
    const givenUp: string[] = []
    const ask = async (who: string): Promise<void> => {
      await storage.ping().catch(({ code }) => givenUp.push(`${who}: ${code}`))
    }
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    // Asks first, and takes the only connection where there is but one.
    const patient = begun.then(() => ask('background'))
    await storage.runWithDeadline(async () => {
      await sleep(1_500)
      begin()
      await sleep(10)
      await ask('request')
    })
    await patient
    expect(givenUp).toEqual(['request: storage_unavailable', 'background: storage_unavailable'])
    proxy.thaw()
    // All connections are there for the next, at the same time.
    const allConnected = barrier(maxConnections)
    const atOnce = () =>
      storage.transaction(async (tx) => {
        await tx.projects.list()
        await allConnected()
      })
    await Promise.all(Array.from({ length: maxConnections }, atOnce))
    await storage.close()
    await proxy.close()
  })

  it('that closes the connection in a transaction keeps no change, and serves the next call', async () => {
    const proxy = await createFreezingProxy(await createReadyDatabase())
    const storage = await openPostgres({ url: proxy.url })
    const work = storage.transaction(async (tx) => {
      await tx.projects.insert(sampleProject())
      proxy.cut()
      await tx.projects.insert(sampleProject())
    })
    await expect(work).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await storage.projects.list()).toEqual([])
    await storage.close()
    await proxy.close()
  })

  it('that closes idle connections is connected again', async () => {
    const url = await createReadyDatabase()
    const storage = await openPostgres({ url })
    await storage.ping()
    await administer(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await expect
      .poll(() =>
        storage.ping().then(
          () => 'ok',
          () => 'lost',
        ),
      )
      .toBe('ok')
    await storage.close()
  })

  it('that cannot be reached is reported as unavailable', async () => {
    const open = openPostgres({ url: 'postgres://postgres@127.0.0.1:1/none' })
    await expect(open).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('that is read-only is reported as unavailable for writes, and still reads (F6)', async () => {
    const url = await createReadyDatabase()
    await (await openPostgres({ url })).close()
    const name = new URL(url).pathname.slice(1)
    await administer(url, `alter database ${name} set default_transaction_read_only = on`)
    const storage = await openPostgres({ url })
    await expect(storage.projects.insert(sampleProject())).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await storage.projects.list()).toEqual([])
    await storage.close()
  })

  it('that breaks a deadlock is retried, and both transactions commit (F5)', async () => {
    const url = await createReadyDatabase()
    // Found long before the statement's own time is over, however busy the machine.
    await administer(url, `alter database "${new URL(url).pathname.slice(1)}" set deadlock_timeout = '100ms'`)
    const storage = await openPostgres({ url })
    const [a, b] = [sampleOneTime('p'), sampleOneTime('p')]
    await storage.oneTime.insert(a)
    await storage.oneTime.insert(b)
    let runs = 0
    const bothHoldOne = barrier(2)
    const crosswise = (first: string, second: string): Promise<void> =>
      storage.transaction(async (tx) => {
        runs += 1
        await tx.oneTime.countMismatch('p', first, 100, sampleNow)
        await bothHoldOne()
        await tx.oneTime.countMismatch('p', second, 100, sampleNow)
      })
    await Promise.all([crosswise(a.id, b.id), crosswise(b.id, a.id)])
    // The repeated transaction may be faster than the one that continued, and conflict with it again.
    expect(runs).toBeGreaterThanOrEqual(3)
    expect((await storage.oneTime.find('p', a.id))?.mismatches).toBe(2)
    expect((await storage.oneTime.find('p', b.id))?.mismatches).toBe(2)
    await storage.close()
  })

  it('that keeps failing a transaction is tried four times and then reported as unavailable (F5)', async () => {
    const storage = await openPostgres({ url: await createReadyDatabase() })
    let runs = 0
    const work = storage.transaction(async () => {
      runs += 1
      throw serializationFailure()
    })
    await expect(work).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(runs).toBe(4)
    await storage.close()
  })
})

function serializationFailure(): Error {
  const error = new pg.DatabaseError('could not serialize access', 0, 'error')
  error.code = '40001'
  return error
}

async function administer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

function barrier(count: number): () => Promise<void> {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived >= count) open()
    return opened
  }
}
