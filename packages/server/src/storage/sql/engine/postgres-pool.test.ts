import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import { expect, it } from 'vitest'
import { createFreezingProxy } from '../../testing/freezing-proxy.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { runWithDeadline } from './scopes.ts'

const open = (url: string, patience: { busyMs?: number; longestQueueMs?: number } = {}): PostgresPool =>
  createPostgresPool({ url, maxConnections: 1, answerWithinMs: 2_500, preparedStatements: true, ...patience })

/** One call with one statement; answers with the connection that it came over, or with why it was given up. */
function ask(pool: PostgresPool): Promise<unknown> {
  return runWithDeadline(async () => {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.12)', [])
      return rows[0]?.pid
    } finally {
      client.release()
    }
  }).catch(({ code }) => code)
}

// Both tests wait for time limits, so they run at the same time.
it.concurrent('keeps a request waiting behind many others, and closes no connection', async () => {
  // On a slow machine more time passes between two answers: only the time that a call has for itself is the real one.
  const pool = open(await createTestDatabase(), { busyMs: 60_000, longestQueueMs: 60_000 })
  // At least three and a half seconds of work for one connection, longer than any single call waits.
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(pool)))
  expect([...new Set(answers)]).toEqual([expect.any(Number)])
  await pool.end()
})

it.concurrent('rejects waiting requests when the database stops responding (F4)', async () => {
  const proxy = await createFreezingProxy(await createTestDatabase())
  const pool = open(proxy.url)
  // Has its connection already, and waits for an answer alone.
  const other = open(proxy.url)
  await ask(other)
  const order: unknown[] = []
  const queue = Array.from({ length: 30 }, () => ask(pool).then((answer) => order.push(answer)))
  await queue[7]
  proxy.freeze()
  const answered = order.length
  await sleep(1_000)
  const later = ask(other).then((answer) => order.push(`asked later: ${answer}`))
  await Promise.all([...queue, later])
  // What was on its way when it froze may still arrive; nothing after it does.
  const afterwards = order.slice(answered + 2)
  expect(new Set(afterwards)).toEqual(new Set(['storage_unavailable', 'asked later: storage_unavailable']))
  expect(order).toHaveLength(queue.length + 1)
  proxy.thaw()
  expect(await ask(pool)).toEqual(expect.any(Number))
  await Promise.all([pool.end(), other.end()])
  await proxy.close()
})
