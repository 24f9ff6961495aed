import type { JsonObject, OAuthProvider } from '@latchkey/contract'
import type { OAuthCredentialsRecord } from '../../records.ts'
import type { OAuthCredentialVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { OAuthCredentialsTable } from '../engine/tables.ts'

const columns = [
  'project_id',
  'provider',
  'callback_id',
  'client_id',
  'secret_sealed',
  'options',
  'created_at',
  'updated_at',
] as const

const get = statement((db, value: Values<{ projectId: string; provider: string }>) =>
  db
    .selectFrom('oauth_credentials')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('provider', '=', value('provider')),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db.selectFrom('oauth_credentials').select(columns).where('project_id', '=', value('projectId')).orderBy('provider'),
)

const findByCallbackId = statement((db, value: Values<{ callbackId: string }>) =>
  db.selectFrom('oauth_credentials').select(columns).where('callback_id', '=', value('callbackId')),
)

const set = statement((db, value: Values<OAuthCredentialsTable>) =>
  db
    .insertInto('oauth_credentials')
    .values({
      project_id: value('project_id'),
      provider: value('provider'),
      callback_id: value('callback_id'),
      client_id: value('client_id'),
      secret_sealed: value('secret_sealed'),
      options: value('options'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'provider']).doUpdateSet({
        client_id: value('client_id'),
        secret_sealed: value('secret_sealed'),
        options: value('options'),
        updated_at: value('updated_at'),
      }),
    ),
)

const remove = statement((db, value: Values<{ projectId: string; provider: string }>) =>
  db
    .deleteFrom('oauth_credentials')
    .where('project_id', '=', value('projectId'))
    .where('provider', '=', value('provider'))
    .returning('provider'),
)

export function createOAuthCredentialVerbs(run: Runner): OAuthCredentialVerbs {
  return {
    async get(projectId, provider) {
      const row = await first(run, get, { projectId, provider })
      return row ? toCredentials(row) : null
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(toCredentials)
    },
    async findByCallbackId(callbackId) {
      const row = await first(run, findByCallbackId, { callbackId })
      return row ? toCredentials(row) : null
    },
    async set(credentials) {
      await run.all(set, {
        project_id: credentials.projectId,
        provider: credentials.provider,
        callback_id: credentials.callbackId,
        client_id: credentials.clientId,
        secret_sealed: credentials.secretSealed,
        options: JSON.stringify(credentials.options),
        created_at: credentials.createdAt,
        updated_at: credentials.updatedAt,
      })
    },
    async remove(projectId, provider) {
      return (await first(run, remove, { projectId, provider })) !== undefined
    },
  }
}

function toCredentials(row: OAuthCredentialsTable): OAuthCredentialsRecord {
  return {
    projectId: row.project_id,
    provider: row.provider as OAuthProvider,
    callbackId: row.callback_id,
    clientId: row.client_id,
    secretSealed: row.secret_sealed,
    options: JSON.parse(row.options) as JsonObject,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
