import { performance } from 'node:perf_hooks'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { PoolUsage } from '../../storage.ts'
import { StorageUnavailableError } from '../../storage-error.ts'
import { minimumMs, timeLeftMs } from './scopes.ts'

export interface PostgresPoolOptions {
  url: string
  maxConnections: number
  /** Null: a statement may take as long as it takes. */
  answerWithinMs: number | null
  /** False behind a pooler that hands every transaction another connection and does not know prepared statements. */
  preparedStatements: boolean
  /** A database that has answered a statement this recently is busy, not stuck. Defaults to 500. */
  busyMs?: number
  /** No caller waits longer for a connection, however many are answered meanwhile. Defaults to 5,000. */
  longestQueueMs?: number
}

const INT8 = 20

/** The server gives up a little before we do, so that a slow statement ends cleanly and keeps its connection. */
const serverHeadStartMs = 300

/**
 * A pool that never leaves a caller waiting for a database that does not answer: connecting and the first statement
 * share one budget, no statement has longer than is left of its call, and a connection that has let a statement run
 * out is closed instead of handed on. While other requests are served, a waiting request keeps its
 * place in the queue: rejected together, the callers would retry together.
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
    // A process that hangs in a transaction must not keep its locks.
    idle_in_transaction_session_timeout: budget === null ? undefined : 10_000,
    types: { getTypeParser },
  })
  // A lost connection also fails the statement on it, or is replaced when next needed; unheard it ends the process.
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
      // A server that does not answer does not say goodbye either.
      await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, 2000).unref())])
    },
  }
}

/** A connection that comes too late for the call that wanted it is the next one's. */
async function comesInTime(
  connecting: Promise<pg.PoolClient>,
  { leftMs, busyMs, isOnlyBusy }: { leftMs: number; busyMs: number; isOnlyBusy: () => boolean },
): Promise<pg.PoolClient> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const late = new Promise<never>((_, reject) => {
    const wait = (ms: number): void => {
      // Judged once what has arrived is heard: a process that was held up has answers waiting for it.
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
  // A request that finally got a connection has time to use it: a statement that times out closes the connection.
  let timeout = times ? Math.max(times.first, minimumMs) : undefined

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (broken) throw new StorageUnavailableError('The connection to the database is lost.')
    try {
      const name = values.length > 0 ? nameOf(text) : undefined
      // pg takes a time limit for each statement; its types do not know of it.
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
      // The server's own errors leave the connection in order; anything else means that it is of no more use.
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

/** By name the server plans a statement once a connection. */
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

/** Instants and counts fit a number; pg gives 64-bit integers as text unless told. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return Number
  return format === undefined ? pg.types.getTypeParser(oid) : pg.types.getTypeParser(oid, format as 'text')
}

function unavailable(cause: unknown): never {
  throw new StorageUnavailableError('The database does not answer.', { cause })
}
