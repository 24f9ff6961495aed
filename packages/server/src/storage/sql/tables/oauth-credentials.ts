import type { OAuthCredentialsRecord } from '../../records.ts'
import type { OAuthCredentialVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const credentials = defineTable<'oauth_credentials', OAuthCredentialsRecord>('oauth_credentials', {
  projectId: 'text',
  provider: 'text',
  callbackId: 'text',
  clientId: 'text',
  secretSealed: 'text',
  options: 'json',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const get = statement((db, value: Values<{ projectId: string; provider: string }>) =>
  db
    .selectFrom('oauth_credentials')
    .select(credentials.columns)
    .where('project_id', '=', value('projectId'))
    .where('provider', '=', value('provider')),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db
    .selectFrom('oauth_credentials')
    .select(credentials.columns)
    .where('project_id', '=', value('projectId'))
    .orderBy('provider'),
)

const findByCallbackId = statement((db, value: Values<{ callbackId: string }>) =>
  db.selectFrom('oauth_credentials').select(credentials.columns).where('callback_id', '=', value('callbackId')),
)

const set = statement((db, value: Values<RowOf<OAuthCredentialsRecord>>) =>
  db
    .insertInto('oauth_credentials')
    .values(credentials.values(value))
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
      return firstRecord(run, get, { projectId, provider }, credentials)
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(credentials.toRecord)
    },
    async findByCallbackId(callbackId) {
      return firstRecord(run, findByCallbackId, { callbackId }, credentials)
    },
    async set(record) {
      await run.all(set, credentials.toRow(record))
    },
    async remove(projectId, provider) {
      return (await first(run, remove, { projectId, provider })) !== undefined
    },
  }
}
