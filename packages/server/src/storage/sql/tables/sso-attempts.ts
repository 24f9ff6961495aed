import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { SsoAttemptRecord, SsoAttemptVerbs } from '../../sso-connections.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { sweep } from '../engine/sweep.ts'
import type { RowOf } from '../engine/tables.ts'

const attempts = defineTable<'sso_attempts', SsoAttemptRecord>('sso_attempts', {
  projectId: 'text',
  organizationId: 'text',
  connectionId: 'text',
  id: 'text',
  kind: 'text',
  result: 'text',
  code: 'text',
  details: 'json',
  createdAt: 'integer',
})

type OfConnection = { project_id: string; realm: string; connectionId: string }

/** Other attempts of the connection wait, so that each counts the others. */
const lockConnection = statement((db, value: Values<OfConnection>) =>
  db
    .updateTable('sso_connections')
    .set((row) => ({ revision: row.ref('revision') }))
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('connectionId'))
    .returning('id'),
)

const insert = statement((db, value: Values<RowOf<SsoAttemptRecord>>) =>
  db.insertInto('sso_attempts').values(attempts.values(value)),
)

const list = statement((db, value: Values<OfConnection & { limit: number }>) =>
  db
    .selectFrom('sso_attempts')
    .select(attempts.columns)
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('connection_id', '=', value('connectionId'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit')),
)

const trim = statement((db, value: Values<OfConnection & { keep: number }>) =>
  db.deleteFrom('sso_attempts').where(
    sql<boolean>`(project_id, id) in (
      select project_id, id from sso_attempts
      where project_id = ${value('project_id')} and connection_id = ${value('connectionId')}
      order by created_at desc, id desc limit 1000 offset ${value('keep')})`,
  ),
)

const old = sweep('sso_attempts', 'created_at')

export function createSsoAttemptVerbs(run: Runner): SsoAttemptVerbs {
  return {
    async insert(attempt, keep) {
      const { connectionId } = attempt
      const key = { ...realmColumns(attempt), connectionId }
      await run.atomically(async (tx) => {
        if ((await first(tx, lockConnection, key)) === undefined) return
        await tx.all(insert, attempts.toRow(attempt))
        await tx.all(trim, { ...key, keep })
      })
    },
    async list(realm, connectionId, limit) {
      return (await run.all(list, { ...realmColumns(realm), connectionId, limit })).map(attempts.toRecord)
    },
    async sweep(before, limit) {
      return (await run.all(old, { before, limit })).length
    },
  }
}
