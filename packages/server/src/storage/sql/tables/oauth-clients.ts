import { sql } from 'kysely'
import type { OAuthClientRecord } from '../../records.ts'
import type { OAuthClientVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { BlockedClientsTable, OAuthClientsTable } from '../engine/tables.ts'

const columns = [
  'project_id',
  'id',
  'is_public',
  'is_first_party',
  'name',
  'description',
  'logo_url',
  'redirect_uris',
  'post_logout_redirect_uris',
  'scopes',
  'client_credentials',
  'backchannel_logout_uri',
  'id_token_algorithm',
  'access_token_minutes',
  'source',
  'secret_hash',
  'secret_hint',
  'prev_secret_hash',
  'prev_secret_until',
  'created_at',
  'updated_at',
] as const

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('oauth_clients')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

/** An update that changes nothing is how both engines lock a row. */
const getForUpdate = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .updateTable('oauth_clients')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .returning(columns),
)

const page = statement((db, value: Values<{ projectId: string; createdAt: number; id: string; limit: number }>) =>
  db
    .selectFrom('oauth_clients')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit')),
)

const set = statement((db, value: Values<OAuthClientsTable>) => {
  const changing = {
    is_public: value('is_public'),
    is_first_party: value('is_first_party'),
    name: value('name'),
    description: value('description'),
    logo_url: value('logo_url'),
    redirect_uris: value('redirect_uris'),
    post_logout_redirect_uris: value('post_logout_redirect_uris'),
    scopes: value('scopes'),
    client_credentials: value('client_credentials'),
    backchannel_logout_uri: value('backchannel_logout_uri'),
    id_token_algorithm: value('id_token_algorithm'),
    access_token_minutes: value('access_token_minutes'),
    source: value('source'),
    secret_hash: value('secret_hash'),
    secret_hint: value('secret_hint'),
    prev_secret_hash: value('prev_secret_hash'),
    prev_secret_until: value('prev_secret_until'),
    updated_at: value('updated_at'),
  }
  return db
    .insertInto('oauth_clients')
    .values({ ...changing, project_id: value('project_id'), id: value('id'), created_at: value('created_at') })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doUpdateSet(changing))
})

const remove = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .deleteFrom('oauth_clients')
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .returning('id'),
)

/** Consent given to an application that is gone is consent to nobody. */
const removeConsents = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db.deleteFrom('connected_apps').where('project_id', '=', value('projectId')).where('id', '=', value('id')),
)

const block = statement((db, value: Values<BlockedClientsTable>) =>
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

/** The second look at `updated_at` is for one that is being let in at this moment: whoever waits for it sees it. */
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
      const row = await first(run, get, { projectId, id })
      return row ? toClient(row) : null
    },
    async getForUpdate(projectId, id) {
      const row = await first(run, getForUpdate, { projectId, id })
      return row ? toClient(row) : null
    },
    async list(projectId, { cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const rows = await run.all(page, { projectId, ...after, limit: limit + 1 })
      return pageOf(rows.map(toClient), limit)
    },
    async set(client) {
      await run.all(set, toRow(client))
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

function toRow(client: OAuthClientRecord): OAuthClientsTable {
  return {
    project_id: client.projectId,
    id: client.id,
    is_public: client.isPublic ? 1 : 0,
    is_first_party: client.isFirstParty ? 1 : 0,
    name: client.name,
    description: client.description,
    logo_url: client.logoUrl,
    redirect_uris: JSON.stringify(client.redirectUris),
    post_logout_redirect_uris: JSON.stringify(client.postLogoutRedirectUris),
    scopes: client.scopes === null ? null : JSON.stringify(client.scopes),
    client_credentials: client.allowsClientCredentials ? 1 : 0,
    backchannel_logout_uri: client.backchannelLogoutUri,
    id_token_algorithm: client.idTokenAlgorithm,
    access_token_minutes: client.accessTokenMinutes,
    source: client.source,
    secret_hash: client.secretHash,
    secret_hint: client.secretHint,
    prev_secret_hash: client.prevSecretHash,
    prev_secret_until: client.prevSecretUntil,
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  }
}

function toClient(row: OAuthClientsTable): OAuthClientRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    isPublic: row.is_public === 1,
    isFirstParty: row.is_first_party === 1,
    name: row.name,
    description: row.description,
    logoUrl: row.logo_url,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    postLogoutRedirectUris: JSON.parse(row.post_logout_redirect_uris) as string[],
    scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
    allowsClientCredentials: row.client_credentials === 1,
    backchannelLogoutUri: row.backchannel_logout_uri,
    idTokenAlgorithm: row.id_token_algorithm as OAuthClientRecord['idTokenAlgorithm'],
    accessTokenMinutes: row.access_token_minutes,
    source: row.source as OAuthClientRecord['source'],
    secretHash: row.secret_hash,
    secretHint: row.secret_hint,
    prevSecretHash: row.prev_secret_hash,
    prevSecretUntil: row.prev_secret_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
