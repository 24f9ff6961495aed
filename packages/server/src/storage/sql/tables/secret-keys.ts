import type { SecretKeyRecord } from '../../records.ts'
import type { SecretKeyVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { SecretKeysTable } from '../engine/tables.ts'

const columns = ['project_id', 'id', 'name', 'secret_hash', 'hint', 'created_at', 'last_used_at', 'revoked_at'] as const

const insert = statement((db, value: Values<SecretKeysTable>) =>
  db.insertInto('secret_keys').values({
    project_id: value('project_id'),
    id: value('id'),
    name: value('name'),
    secret_hash: value('secret_hash'),
    hint: value('hint'),
    created_at: value('created_at'),
    last_used_at: value('last_used_at'),
    revoked_at: value('revoked_at'),
  }),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db
    .selectFrom('secret_keys')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .orderBy('created_at')
    .orderBy('id'),
)

const findLive = statement((db, value: Values<{ projectId: string; secretHash: string }>) =>
  db
    .selectFrom('secret_keys')
    .select(columns)
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
      await run.all(insert, {
        project_id: key.projectId,
        id: key.id,
        name: key.name,
        secret_hash: key.secretHash,
        hint: key.hint,
        created_at: key.createdAt,
        last_used_at: key.lastUsedAt,
        revoked_at: key.revokedAt,
      })
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(toSecretKey)
    },
    async findLive(projectId, secretHash) {
      const row = await first(run, findLive, { projectId, secretHash })
      return row ? toSecretKey(row) : null
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

function toSecretKey(row: SecretKeysTable): SecretKeyRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    name: row.name,
    secretHash: row.secret_hash,
    hint: row.hint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
