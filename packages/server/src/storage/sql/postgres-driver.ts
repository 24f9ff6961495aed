import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StorageConflictError, StorageUnavailableError } from '../storage-error.ts'
import { createPostgresPool, type PostgresPoolOptions } from './postgres-pool.ts'
import type { SqlEngine } from './sql-storage.ts'

export function createPostgresDialect(options: PostgresPoolOptions): Dialect {
  return new PostgresDialect({ pool: async () => createPostgresPool(options) })
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
