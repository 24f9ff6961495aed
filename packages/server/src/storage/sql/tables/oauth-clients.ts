import { sql } from 'kysely'
import type { OAuthClientRecord } from '../../records.ts'
import type { OAuthClientVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RenamedClientColumns, RowOf, Tables } from '../engine/tables.ts'

const clients = defineTable<'oauth_clients', OAuthClientRecord, RenamedClientColumns>(
  'oauth_clients',
  {
    projectId: 'text',
    id: 'text',
    isPublic: 'boolean',
    isFirstParty: 'boolean',
    name: 'text',
    description: 'text',
    logoUrl: 'text',
    redirectUris: 'json',
    postLogoutRedirectUris: 'json',
    scopes: 'json',
    allowsClientCredentials: 'boolean',
    backchannelLogoutUri: 'text',
    idTokenAlgorithm: 'text',
    accessTokenMinutes: 'integer',
    source: 'text',
    secretHash: 'text',
    secretHint: 'text',
    prevSecretHash: 'text',
    prevSecretUntil: 'integer',
    createdAt: 'integer',
    updatedAt: 'integer',
  },
  { allowsClientCredentials: 'client_credentials' },
)

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('oauth_clients')
    .select(clients.columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

/** An update without a change is how both engines lock a row. */
const getForUpdate = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .updateTable('oauth_clients')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .returning(clients.columns),
)

const page = statement((db, value: Values<{ projectId: string; createdAt: number; id: string; limit: number }>) =>
  db
    .selectFrom('oauth_clients')
    .select(clients.columns)
    .where('project_id', '=', value('projectId'))
    .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit')),
)

const set = statement((db, value: Values<RowOf<OAuthClientRecord, RenamedClientColumns>>) => {
  const { project_id, id, created_at, ...changing } = clients.values(value)
  return db
    .insertInto('oauth_clients')
    .values({ ...changing, project_id, id, created_at })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doUpdateSet(changing))
})

const remove = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .deleteFrom('oauth_clients')
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .returning('id'),
)

/** The consents for a client are removed with it. */
const removeConsents = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db.deleteFrom('connected_apps').where('project_id', '=', value('projectId')).where('id', '=', value('id')),
)

const block = statement((db, value: Values<Tables['blocked_clients']>) =>
  db
    .insertInto('blocked_clients')
    .values({ project_id: value('project_id'), id: value('id'), created_at: value('created_at') })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing()),
)

const findBlocked = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('blocked_clients')
    .select('id')
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const unblock = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .deleteFrom('blocked_clients')
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .returning('id'),
)

/** `updated_at` is checked again in the deletion, which may have waited for a concurrent update. */
const prune = statement((db, value: Values<{ projectId: string; before: number; limit: number }>) =>
  db
    .deleteFrom('oauth_clients')
    .where('project_id', '=', value('projectId'))
    .where('id', 'in', (row) =>
      row
        .selectFrom('oauth_clients as old')
        .select('old.id')
        .where('old.project_id', '=', value('projectId'))
        .where('old.created_at', '<', value('before'))
        .where('old.source', 'in', ['registration', 'document'])
        .whereRef('old.updated_at', '=', 'old.created_at')
        .where((one) =>
          one.not(
            one.exists(
              one
                .selectFrom('oauth_grants')
                .select('oauth_grants.id')
                .whereRef('oauth_grants.project_id', '=', 'old.project_id')
                .whereRef('oauth_grants.client_id', '=', 'old.id'),
            ),
          ),
        )
        .limit(value('limit')),
    )
    .whereRef('updated_at', '=', 'created_at')
    .returning('id'),
)

export function createOAuthClientVerbs(run: Runner): OAuthClientVerbs {
  return {
    async get(projectId, id) {
      return firstRecord(run, get, { projectId, id }, clients)
    },
    async getForUpdate(projectId, id) {
      return firstRecord(run, getForUpdate, { projectId, id }, clients)
    },
    async list(projectId, { cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const rows = await run.all(page, { projectId, ...after, limit: limit + 1 })
      return pageOf(rows.map(clients.toRecord), limit)
    },
    async set(client) {
      await run.all(set, clients.toRow(client))
    },
    remove: (projectId, id) =>
      run.atomically(async (inside) => {
        await inside.all(removeConsents, { projectId, id })
        return (await first(inside, remove, { projectId, id })) !== undefined
      }),
    async block(projectId, id, now) {
      await run.all(block, { project_id: projectId, id, created_at: now })
    },
    async unblock(projectId, id) {
      return (await first(run, unblock, { projectId, id })) !== undefined
    },
    async isBlocked(projectId, id) {
      return (await first(run, findBlocked, { projectId, id })) !== undefined
    },
    async prune(projectId, before, limit) {
      return (await run.all(prune, { projectId, before, limit })).length
    },
  }
}
