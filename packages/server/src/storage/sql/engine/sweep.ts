import { sql } from 'kysely'
import { type Statement, statement, type Values } from './statement.ts'

/** How long a used, revoked or expired row is kept, so that a late request still gets the right error. */
export const retentionMs: number = 24 * 60 * 60 * 1000

/** The key column of the tables whose rows have no `id`. */
const keys: Readonly<Record<string, string>> = {
  limits: 'key',
  used_nonces: 'key',
  lockouts: 'subject',
  refresh_tokens: 'token_hash',
}

/**
 * Deletes a batch of rows whose `column` lies before an instant, across projects. Several processes may sweep at
 * once: on PostgreSQL they step over each other's rows instead of waiting for them.
 */
export function sweep<
  T extends
    | 'sessions'
    | 'one_time'
    | 'limits'
    | 'lockouts'
    | 'outbox'
    | 'events'
    | 'used_nonces'
    | 'oauth_grants'
    | 'refresh_tokens'
    | 'sso_attempts',
>(table: T, column: string): Statement<{ before: number; limit: number }, { project_id: string }> {
  const id = keys[table] ?? 'id'
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
