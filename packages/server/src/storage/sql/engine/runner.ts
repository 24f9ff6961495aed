import type { Engine, Statement } from './statement.ts'

/** Runs statements for the verbs: on any connection, or on the one of a transaction. */
export interface Runner {
  readonly engine: Engine
  all<P, R>(statement: Statement<P, R>, values: P): Promise<R[]>
  /** The work is one transaction: the one this runner is bound to, or one of its own. */
  atomically<T>(work: (runner: Runner) => Promise<T>): Promise<T>
}

export async function first<P, R>(runner: Runner, statement: Statement<P, R>, values: P): Promise<R | undefined> {
  return (await runner.all(statement, values))[0]
}

/** The record of the first row, or null. */
export async function firstRecord<P, Row, R>(
  runner: Runner,
  statement: Statement<P, Row>,
  values: P,
  table: { toRecord(row: Row): R },
): Promise<R | null> {
  const row = await first(runner, statement, values)
  return row === undefined ? null : table.toRecord(row)
}
