import type { SecretKeyRecord } from '../../records.ts'
import type { SecretKeyVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const secretKeys = defineTable<'secret_keys', SecretKeyRecord>('secret_keys', {
  projectId: 'text',
  id: 'text',
  name: 'text',
  secretHash: 'text',
  hint: 'text',
  createdAt: 'integer',
  lastUsedAt: 'integer',
  revokedAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<SecretKeyRecord>>) =>
  db.insertInto('secret_keys').values(secretKeys.values(value)),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db
    .selectFrom('secret_keys')
    .select(secretKeys.columns)
    .where('project_id', '=', value('projectId'))
    .orderBy('created_at')
    .orderBy('id'),
)

const findLive = statement((db, value: Values<{ projectId: string; secretHash: string }>) =>
  db
    .selectFrom('secret_keys')
    .select(secretKeys.columns)
    .where('project_id', '=', value('projectId'))
    .where('secret_hash', '=', value('secretHash'))
    .where('revoked_at', 'is', null),
)

const touch = statement((db, value: Values<{ projectId: string; id: string; now: number }>) =>
  db
    .updateTable('secret_keys')
    .set({ last_used_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const lockIfLive = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .updateTable('secret_keys')
    .set((row) => ({ last_used_at: row.ref('last_used_at') }))
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('revoked_at', 'is', null)
    .returning('id'),
)

const revoke = statement((db, value: Values<{ projectId: string; id: string; now: number }>) =>
  db
    .updateTable('secret_keys')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('revoked_at', 'is', null)
    .returning('id'),
)

export function createSecretKeyVerbs(run: Runner): SecretKeyVerbs {
  return {
    async insert(key) {
      await run.all(insert, secretKeys.toRow(key))
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(secretKeys.toRecord)
    },
    async findLive(projectId, secretHash) {
      return firstRecord(run, findLive, { projectId, secretHash }, secretKeys)
    },
    async touch(projectId, id, now) {
      await run.all(touch, { projectId, id, now })
    },
    async lockIfLive(projectId, id) {
      return (await first(run, lockIfLive, { projectId, id })) !== undefined
    },
    async revoke(projectId, id, now) {
      return (await first(run, revoke, { projectId, id, now })) !== undefined
    },
  }
}
