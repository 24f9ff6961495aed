import type { JsonObject } from '@latchkey/contract'
import { sql } from 'kysely'
import type { SigningKeyRecord } from '../../records.ts'
import type { KeyVerbs } from '../../verbs.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { SigningKeysTable } from '../engine/tables.ts'

const columns = [
  'project_id',
  'kid',
  'algorithm',
  'state',
  'public_jwk',
  'private_key_sealed',
  'created_at',
  'activated_at',
  'retired_at',
] as const

const insert = statement((db, value: Values<SigningKeysTable>) =>
  db.insertInto('signing_keys').values({
    project_id: value('project_id'),
    kid: value('kid'),
    algorithm: value('algorithm'),
    state: value('state'),
    public_jwk: value('public_jwk'),
    private_key_sealed: value('private_key_sealed'),
    created_at: value('created_at'),
    activated_at: value('activated_at'),
    retired_at: value('retired_at'),
  }),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db
    .selectFrom('signing_keys')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .orderBy('created_at')
    .orderBy('kid'),
)

type StateChange = {
  projectId: string
  kid: string
  state: string
  activatedAt: number | null
  retiredAt: number | null
}

const setState = statement((db, value: Values<StateChange>) =>
  db
    .updateTable('signing_keys')
    .set({
      state: value('state'),
      // The first time counts: saying it twice does not move a key's history.
      activated_at: sql<number | null>`coalesce(activated_at, ${value('activatedAt')})`,
      retired_at: sql<number | null>`coalesce(retired_at, ${value('retiredAt')})`,
    })
    .where('project_id', '=', value('projectId'))
    .where('kid', '=', value('kid'))
    .where('state', '<>', value('state'))
    .returning('kid'),
)

export function createKeyVerbs(run: Runner): KeyVerbs {
  return {
    async insert(key) {
      await run.all(insert, {
        project_id: key.projectId,
        kid: key.kid,
        algorithm: key.algorithm,
        state: key.state,
        public_jwk: JSON.stringify(key.publicJwk),
        private_key_sealed: key.privateKeySealed,
        created_at: key.createdAt,
        activated_at: key.activatedAt,
        retired_at: key.retiredAt,
      })
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(toKey)
    },
    async setState(projectId, kid, state, now) {
      const activatedAt = state === 'active' ? now : null
      const retiredAt = state === 'retiring' || state === 'gone' ? now : null
      return (await run.all(setState, { projectId, kid, state, activatedAt, retiredAt })).length > 0
    },
  }
}

function toKey(row: SigningKeysTable): SigningKeyRecord {
  return {
    projectId: row.project_id,
    kid: row.kid,
    algorithm: row.algorithm as SigningKeyRecord['algorithm'],
    state: row.state as SigningKeyRecord['state'],
    publicJwk: JSON.parse(row.public_jwk) as JsonObject,
    privateKeySealed: row.private_key_sealed,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    retiredAt: row.retired_at,
  }
}
