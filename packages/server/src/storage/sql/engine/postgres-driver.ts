import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { PoolUsage } from '../../storage.ts'
import { StorageConflictError, StorageUnavailableError } from '../../storage-error.ts'
import { createPostgresPool, type PostgresPoolOptions } from './postgres-pool.ts'
import type { SqlEngine } from './sql-engine.ts'

export function createPostgresDialect(options: PostgresPoolOptions): { dialect: Dialect; usage(): PoolUsage } {
  let pool: ReturnType<typeof createPostgresPool> | undefined
  const create = () => {
    pool = createPostgresPool(options)
    return pool
  }
  return {
    dialect: new PostgresDialect({ pool: async () => create() }),
    usage: () => pool?.usage() ?? { max: options.maxConnections, open: 0, idle: 0, waiting: 0 },
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const serializationFailure = '40001'
const deadlockDetected = '40P01'
const uniqueViolation = '23505'

/** Connection lost, resources short, shutting down, statement timed out, read-only, disk or system error. */
const unavailable = /^(08|53|57P0|57014|25006|58)/

export const postgresEngine: SqlEngine = {
  name: 'postgres',
  isTransient(error) {
    return error instanceof pg.DatabaseError && (error.code === serializationFailure || error.code === deadlockDetected)
  },
  translate(error) {
    if (!(error instanceof pg.DatabaseError) || error.code === undefined) return error
    if (error.code === uniqueViolation) return new StorageConflictError('A unique key is taken.', { cause: error })
    if (unavailable.test(error.code)) {
      return new StorageUnavailableError('The database cannot serve at the moment.', { cause: error })
    }
    return error
  },
}
