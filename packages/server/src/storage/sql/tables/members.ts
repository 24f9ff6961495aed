import { sql } from 'kysely'
import type { MemberRecord } from '../../records.ts'
import type { MemberVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { MembersTable } from '../engine/tables.ts'

const columns = [
  'project_id',
  'id',
  'organization_id',
  'email',
  'status',
  'name',
  'password_id',
  'created_at',
  'updated_at',
] as const

const insert = statement((db, value: Values<MembersTable>) =>
  db
    .insertInto('members')
    .values({
      project_id: value('project_id'),
      id: value('id'),
      organization_id: value('organization_id'),
      email: value('email'),
      status: value('status'),
      name: value('name'),
      password_id: value('password_id'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'organization_id', 'email']).doNothing())
    .returning('id'),
)

const find = statement((db, value: Values<{ projectId: string; organizationId: string; email: string }>) =>
  db
    .selectFrom('members')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('organizationId'))
    .where('email', '=', value('email')),
)

type PageValues = { projectId: string; organizationId: string; createdAt: number; id: string; limit: number }

const page = statement((db, value: Values<PageValues>) =>
  db
    .selectFrom('members')
    .select(columns)
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
      const inserted = await first(run, insert, {
        project_id: member.projectId,
        id: member.id,
        organization_id: member.organizationId,
        email: member.email,
        status: member.status,
        name: member.name,
        password_id: member.passwordId,
        created_at: member.createdAt,
        updated_at: member.updatedAt,
      })
      return inserted !== undefined
    },
    async find(projectId, organizationId, email) {
      const row = await first(run, find, { projectId, organizationId, email })
      return row ? toMember(row) : null
    },
    async list(projectId, organizationId, { cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const values = { projectId, organizationId, ...after, limit: limit + 1 }
      return pageOf((await run.all(page, values)).map(toMember), limit)
    },
    async update(projectId, id, { status, name, passwordId }, now) {
      const values = { status: status ?? null, name: name ?? null, passwordId: passwordId ?? null }
      return (await first(run, update, { projectId, id, ...values, now })) !== undefined
    },
  }
}

function toMember(row: MembersTable): MemberRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    status: row.status as MemberRecord['status'],
    name: row.name,
    passwordId: row.password_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
