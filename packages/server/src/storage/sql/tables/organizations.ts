import { sql } from 'kysely'
import type { OrganizationRecord } from '../../records.ts'
import type { OrganizationVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const organizations = defineTable<'organizations', OrganizationRecord>('organizations', {
  projectId: 'text',
  id: 'text',
  name: 'text',
  slug: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<OrganizationRecord>>) =>
  db
    .insertInto('organizations')
    .values(organizations.values(value))
    .onConflict((conflict) => conflict.columns(['project_id', 'slug']).doNothing())
    .returning('id'),
)

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('organizations')
    .select(organizations.columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const findBySlug = statement((db, value: Values<{ projectId: string; slug: string }>) =>
  db
    .selectFrom('organizations')
    .select(organizations.columns)
    .where('project_id', '=', value('projectId'))
    .where('slug', '=', value('slug')),
)

const page = statement((db, value: Values<{ projectId: string; createdAt: number; id: string; limit: number }>) =>
  db
    .selectFrom('organizations')
    .select(organizations.columns)
    .where('project_id', '=', value('projectId'))
    .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit')),
)

export function createOrganizationVerbs(run: Runner): OrganizationVerbs {
  return {
    async insert(organization) {
      const inserted = await first(run, insert, organizations.toRow(organization))
      return inserted !== undefined
    },
    async get(projectId, id) {
      return firstRecord(run, get, { projectId, id }, organizations)
    },
    async findBySlug(projectId, slug) {
      return firstRecord(run, findBySlug, { projectId, slug }, organizations)
    },
    async list(projectId, { cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const rows = await run.all(page, { projectId, ...after, limit: limit + 1 })
      return pageOf(rows.map(organizations.toRecord), limit)
    },
  }
}
