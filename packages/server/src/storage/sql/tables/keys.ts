import { sql } from 'kysely'
import type { SigningKeyRecord } from '../../records.ts'
import type { KeyVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const signingKeys = defineTable<'signing_keys', SigningKeyRecord>('signing_keys', {
  projectId: 'text',
  kid: 'text',
  algorithm: 'text',
  state: 'text',
  publicJwk: 'json',
  privateKeySealed: 'text',
  createdAt: 'integer',
  activatedAt: 'integer',
  retiredAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<SigningKeyRecord>>) =>
  db.insertInto('signing_keys').values(signingKeys.values(value)),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db
    .selectFrom('signing_keys')
    .select(signingKeys.columns)
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
      await run.all(insert, signingKeys.toRow(key))
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(signingKeys.toRecord)
    },
    async setState(projectId, kid, state, now) {
      const activatedAt = state === 'active' ? now : null
      const retiredAt = state === 'retiring' || state === 'gone' ? now : null
      return (await run.all(setState, { projectId, kid, state, activatedAt, retiredAt })).length > 0
    },
  }
}
