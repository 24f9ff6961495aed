import { type Kysely, sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { ConnectedAppRecord } from '../../records.ts'
import type { ConnectedAppVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf, Tables } from '../engine/tables.ts'

type OfOrganization = { project_id: string; realm: string }

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

const activeMembers = (db: Kysely<Tables>, value: Values<OfOrganization>) =>
  db
    .selectFrom('members')
    .select('id')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('status', '=', sql<'active'>`'active'`)

const latestFirst = sql<number>`row_number() over (partition by id order by updated_at desc, user_id)`

const listOfOrganization = statement((db, value: Values<OfOrganization>) =>
  db
    .selectFrom(
      db
        .selectFrom('connected_apps')
        .select(connectedApps.columns)
        .select(latestFirst.as('position'))
        .where('project_id', '=', value('project_id'))
        .where('user_id', 'in', activeMembers(db, value))
        .as('consents'),
    )
    .select(connectedApps.columns)
    .where('position', '=', sql<number>`1`)
    .orderBy('id'),
)

const listOfMembers = statement((db, value: Values<OfOrganization & { id: string }>) =>
  db
    .selectFrom('connected_apps')
    .select(connectedApps.columns)
    .where('project_id', '=', value('project_id'))
    .where('user_id', 'in', activeMembers(db, value))
    .where('id', '=', value('id'))
    .orderBy('user_id'),
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
    async listOfOrganization(realm) {
      return (await run.all(listOfOrganization, realmColumns(realm))).map(connectedApps.toRecord)
    },
    async listOfMembers(realm, id) {
      return (await run.all(listOfMembers, { ...realmColumns(realm), id })).map(connectedApps.toRecord)
    },
    async revoke(projectId, accountId, id) {
      return (await first(run, revoke, { projectId, accountId, id })) !== undefined
    },
  }
}
