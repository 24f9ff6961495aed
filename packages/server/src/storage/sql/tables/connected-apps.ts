import type { ConnectedAppRecord } from '../../records.ts'
import type { ConnectedAppVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { ConnectedAppsTable } from '../engine/tables.ts'

const columns = [
  'project_id',
  'user_id',
  'id',
  'name',
  'description',
  'client_type',
  'logo_url',
  'scopes',
  'created_at',
  'updated_at',
] as const

const grant = statement((db, value: Values<ConnectedAppsTable>) => {
  const shown = {
    name: value('name'),
    description: value('description'),
    client_type: value('client_type'),
    logo_url: value('logo_url'),
    scopes: value('scopes'),
    updated_at: value('updated_at'),
  }
  return db
    .insertInto('connected_apps')
    .values({
      ...shown,
      project_id: value('project_id'),
      user_id: value('user_id'),
      id: value('id'),
      created_at: value('created_at'),
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id', 'id']).doUpdateSet(shown))
})

const list = statement((db, value: Values<{ projectId: string; userId: string }>) =>
  db
    .selectFrom('connected_apps')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('userId'))
    .orderBy('id'),
)

/** An update that changes nothing is how both engines lock a row. */
const getForUpdate = statement((db, value: Values<{ projectId: string; userId: string; id: string }>) =>
  db
    .updateTable('connected_apps')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('userId'))
    .where('id', '=', value('id'))
    .returning(columns),
)

const revoke = statement((db, value: Values<{ projectId: string; userId: string; id: string }>) =>
  db
    .deleteFrom('connected_apps')
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('userId'))
    .where('id', '=', value('id'))
    .returning('id'),
)

export function createConnectedAppVerbs(run: Runner): ConnectedAppVerbs {
  return {
    async grant(app) {
      await run.all(grant, {
        project_id: app.projectId,
        user_id: app.userId,
        id: app.id,
        name: app.name,
        description: app.description,
        client_type: app.clientType,
        logo_url: app.logoUrl,
        scopes: JSON.stringify(app.scopes),
        created_at: app.createdAt,
        updated_at: app.updatedAt,
      })
    },
    async getForUpdate(projectId, userId, id) {
      const row = await first(run, getForUpdate, { projectId, userId, id })
      return row ? toConnectedApp(row) : null
    },
    async list(projectId, userId) {
      return (await run.all(list, { projectId, userId })).map(toConnectedApp)
    },
    async revoke(projectId, userId, id) {
      return (await first(run, revoke, { projectId, userId, id })) !== undefined
    },
  }
}

function toConnectedApp(row: ConnectedAppsTable): ConnectedAppRecord {
  return {
    projectId: row.project_id,
    userId: row.user_id,
    id: row.id,
    name: row.name,
    description: row.description,
    clientType: row.client_type,
    logoUrl: row.logo_url,
    scopes: JSON.parse(row.scopes) as string[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
