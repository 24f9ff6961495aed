import { sql } from 'kysely'
import { type Statement, statement, type Values } from './statement.ts'

/**
 * Deletes a batch of rows whose `column` lies before an instant, across projects. Several processes may sweep at
 * once: on PostgreSQL they step over each other's rows instead of waiting for them.
 */
export function sweep<T extends 'sessions' | 'one_time' | 'limits' | 'outbox' | 'events' | 'marks'>(
  table: T,
  column: string,
): Statement<{ before: number; limit: number }, { project_id: string }> {
  const id = table === 'limits' || table === 'marks' ? 'key' : 'id'
  return statement((db, value: Values<{ before: number; limit: number }>, engine) => {
    const lock = engine === 'postgres' ? sql` for update skip locked` : sql``
    const query = sql<{ project_id: string }>`
      with old as (
        select project_id, ${sql.ref(id)} from ${sql.table(table)}
        where ${sql.ref(column)} < ${value('before')} limit ${value('limit')}${lock}
      )
      delete from ${sql.table(table)}
      where (project_id, ${sql.ref(id)}) in (select project_id, ${sql.ref(id)} from old)
      returning project_id`
    return { compile: () => query.compile(db) }
  })
}
