import { performance } from 'node:perf_hooks'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { PoolUsage } from '../../storage.ts'
import { StorageUnavailableError } from '../../storage-error.ts'
import { minimumMs, timeLeftMs } from './scopes.ts'

export interface PostgresPoolOptions {
  url: string
  maxConnections: number
  /** The time limit of a statement in milliseconds. Null: no limit. */
  answerWithinMs: number | null
  /** False behind a pooler that gives each transaction another connection and does not support prepared statements. */
  preparedStatements: boolean
  /** A database that completed a statement within this time is busy, not unavailable. Defaults to 500. */
  busyMs?: number
  /** The longest wait for a connection, even if other requests get one. Defaults to 5,000. */
  longestQueueMs?: number
}

const INT8 = 20

/** The server cancels a slow statement this long before the client would, so that the connection can be reused. */
const serverHeadStartMs = 300

/**
 * A pool with time limits, for a database that does not respond. Connecting and the first statement share one limit, no
 * statement gets more time than its call has left, and a connection is closed after a statement timed out on it. While
 * other requests get connections, a waiting request stays in the queue: if all waiting requests were rejected at once,
 * their clients would all retry at once.
 */
export function createPostgresPool(options: PostgresPoolOptions): PostgresPool & { usage(): PoolUsage } {
  const { answerWithinMs: budget, busyMs = 500, longestQueueMs = 5_000 } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: 'latchkey',
    keepAlive: true,
    connectionTimeoutMillis: budget === null ? 0 : longestQueueMs,
    statement_timeout: budget === null ? undefined : budget - serverHeadStartMs,
    // Releases the locks of a process that hangs in a transaction.
    idle_in_transaction_session_timeout: budget === null ? undefined : 10_000,
    types: { getTypeParser },
  })
  // Without a listener the event ends the process. The statement on a lost connection fails in any case.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const nameOf = options.preparedStatements ? createStatementNames() : () => undefined

  let answeredAt = Number.NEGATIVE_INFINITY
  const answered = (): void => {
    answeredAt = performance.now()
  }

  async function take(): Promise<pg.PoolClient> {
    if (budget === null || pool.idleCount > pool.waitingCount) return pool.connect()
    const isOnlyBusy = (): boolean => performance.now() - answeredAt < busyMs
    return comesInTime(pool.connect(), { leftMs: Math.min(budget, timeLeftMs()), busyMs, isOnlyBusy })
  }

  return {
    usage: () => ({
      max: options.maxConnections,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async connect() {
      const start = performance.now()
      const client = await take().catch(unavailable)
      const times = budget === null ? null : { each: budget, first: budget - (performance.now() - start) }
      return guard(client, nameOf, times, answered)
    },
    async end() {
      // `pool.end()` waits for the server, which may not respond.
      await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, 2000).unref())])
    },
  }
}

/** Waits for a connection within the time limit. A connection that arrives later goes back to the pool. */
async function comesInTime(
  connecting: Promise<pg.PoolClient>,
  { leftMs, busyMs, isOnlyBusy }: { leftMs: number; busyMs: number; isOnlyBusy: () => boolean },
): Promise<pg.PoolClient> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const late = new Promise<never>((_, reject) => {
    const wait = (ms: number): void => {
      // First reads the responses that arrived while the process was blocked, then decides.
      timer = setTimeout(() => setImmediate(judge), ms)
    }
    const judge = (): void => {
      if (isOver) return
      if (isOnlyBusy()) wait(busyMs)
      else giveUp()
    }
    const giveUp = (): void => {
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      reject(new Error('no connection in time'))
    }
    wait(leftMs)
  })
  return Promise.race([connecting, late]).finally(() => {
    isOver = true
    clearTimeout(timer)
  })
}

function guard(
  client: pg.PoolClient,
  nameOf: (sql: string) => string | undefined,
  times: { each: number; first: number } | null,
  answered: () => void,
): PostgresPoolClient {
  let broken = false
  // A request that waited for its connection gets a minimum of time: a timeout would close the connection.
  let timeout = times ? Math.max(times.first, minimumMs) : undefined

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (broken) throw new StorageUnavailableError('The connection to the database is lost.')
    try {
      const name = values.length > 0 ? nameOf(text) : undefined
      // pg accepts a time limit per statement, which its types do not declare.
      const statement: pg.QueryConfig & { query_timeout?: number } = {
        name,
        text,
        values: [...values],
        query_timeout: timeout === undefined ? undefined : Math.min(timeout, timeLeftMs()),
      }
      const result = await client.query(statement)
      timeout = times?.each
      answered()
      return result as unknown as PostgresQueryResult<R>
    } catch (error) {
      // An error response of the server leaves the connection usable. After any other error it is closed.
      if (error instanceof pg.DatabaseError) throw error
      broken = true
      return unavailable(error)
    }
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(broken),
  }
}

/** The server plans a named statement once per connection. */
function createStatementNames(): (sql: string) => string {
  const names = new Map<string, string>()
  return (sql) => {
    let name = names.get(sql)
    if (!name) {
      name = `latchkey_${names.size}`
      names.set(sql, name)
    }
    return name
  }
}

/** Timestamps and counts fit into a number. By default pg returns 64-bit integers as text. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return Number
  return format === undefined ? pg.types.getTypeParser(oid) : pg.types.getTypeParser(oid, format as 'text')
}

function unavailable(cause: unknown): never {
  throw new StorageUnavailableError('The database does not answer.', { cause })
}
