import { sql } from 'kysely'
import type { MemberRecord } from '../../records.ts'
import type { MemberVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const members = defineTable<'members', MemberRecord>('members', {
  projectId: 'text',
  id: 'text',
  organizationId: 'text',
  email: 'text',
  status: 'text',
  name: 'text',
  passwordId: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<MemberRecord>>) =>
  db
    .insertInto('members')
    .values(members.values(value))
    .onConflict((conflict) => conflict.columns(['project_id', 'organization_id', 'email']).doNothing())
    .returning('id'),
)

const find = statement((db, value: Values<{ projectId: string; organizationId: string; email: string }>) =>
  db
    .selectFrom('members')
    .select(members.columns)
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('organizationId'))
    .where('email', '=', value('email')),
)

type PageValues = { projectId: string; organizationId: string; createdAt: number; id: string; limit: number }

const page = statement((db, value: Values<PageValues>) =>
  db
    .selectFrom('members')
    .select(members.columns)
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('organizationId'))
    .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit')),
)

type Change = {
  projectId: string
  id: string
  status: string | null
  name: string | null
  passwordId: string | null
  now: number
}

const update = statement((db, value: Values<Change>) =>
  db
    .updateTable('members')
    .set({
      status: sql<string>`coalesce(${value('status')}, status)`,
      name: sql<string>`coalesce(${value('name')}, name)`,
      password_id: sql<string>`coalesce(${value('passwordId')}, password_id)`,
      updated_at: value('now'),
    })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .returning('id'),
)

export function createMemberVerbs(run: Runner): MemberVerbs {
  return {
    async insert(member) {
      const inserted = await first(run, insert, members.toRow(member))
      return inserted !== undefined
    },
    async find(projectId, organizationId, email) {
      return firstRecord(run, find, { projectId, organizationId, email }, members)
    },
    async list(projectId, organizationId, { cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const values = { projectId, organizationId, ...after, limit: limit + 1 }
      return pageOf((await run.all(page, values)).map(members.toRecord), limit)
    },
    async update(projectId, id, { status, name, passwordId }, now) {
      const values = { status: status ?? null, name: name ?? null, passwordId: passwordId ?? null }
      return (await first(run, update, { projectId, id, ...values, now })) !== undefined
    },
  }
}
