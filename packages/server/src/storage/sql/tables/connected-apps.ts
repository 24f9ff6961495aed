import type { ConnectedAppRecord } from '../../records.ts'
import type { ConnectedAppVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const connectedApps = defineTable<'connected_apps', ConnectedAppRecord>('connected_apps', {
  projectId: 'text',
  accountId: 'text',
  id: 'text',
  name: 'text',
  description: 'text',
  clientType: 'text',
  logoUrl: 'text',
  scopes: 'json',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const grant = statement((db, value: Values<RowOf<ConnectedAppRecord>>) => {
  const { project_id, user_id, id, created_at, ...shown } = connectedApps.values(value)
  return db
    .insertInto('connected_apps')
    .values({ ...shown, project_id, user_id, id, created_at })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id', 'id']).doUpdateSet(shown))
})

const list = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db
    .selectFrom('connected_apps')
    .select(connectedApps.columns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .orderBy('id'),
)

/** An update without a change is how both engines lock a row. */
const getForUpdate = statement((db, value: Values<{ projectId: string; accountId: string; id: string }>) =>
  db
    .updateTable('connected_apps')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .where('id', '=', value('id'))
    .returning(connectedApps.columns),
)

const revoke = statement((db, value: Values<{ projectId: string; accountId: string; id: string }>) =>
  db
    .deleteFrom('connected_apps')
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .where('id', '=', value('id'))
    .returning('id'),
)

export function createConnectedAppVerbs(run: Runner): ConnectedAppVerbs {
  return {
    async grant(app) {
      await run.all(grant, connectedApps.toRow(app))
    },
    async getForUpdate(projectId, accountId, id) {
      return firstRecord(run, getForUpdate, { projectId, accountId, id }, connectedApps)
    },
    async list(projectId, accountId) {
      return (await run.all(list, { projectId, accountId })).map(connectedApps.toRecord)
    },
    async revoke(projectId, accountId, id) {
      return (await first(run, revoke, { projectId, accountId, id })) !== undefined
    },
  }
}
