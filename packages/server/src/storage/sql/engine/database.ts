import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs one statement that is compiled already. */
export type Run = <R>(query: CompiledQuery<R>) => Promise<R[]>

/** How compiled statements reach an engine: one at a time, or several as one transaction on one connection. */
export interface Database {
  run: Run
  /** Committed when `work` is done, rolled back when it throws. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** By the connections and transactions of Kysely itself. */
export function createKyselyDatabase(db: Kysely<Tables>): Database {
  const runOn =
    (on: Kysely<Tables>): Run =>
    async (query) =>
      (await on.executeQuery(query)).rows
  return {
    run: runOn(db),
    transaction: (work) => db.transaction().execute((trx) => work(runOn(trx))),
    close: () => db.destroy(),
  }
}
