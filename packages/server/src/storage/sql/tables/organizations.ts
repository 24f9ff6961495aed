import { sql } from 'kysely'
import type { OrganizationRecord } from '../../records.ts'
import type { OrganizationVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { OrganizationsTable } from '../engine/tables.ts'

const columns = ['project_id', 'id', 'name', 'slug', 'created_at', 'updated_at'] as const

const insert = statement((db, value: Values<OrganizationsTable>) =>
  db
    .insertInto('organizations')
    .values({
      project_id: value('project_id'),
      id: value('id'),
      name: value('name'),
      slug: value('slug'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'slug']).doNothing())
    .returning('id'),
)

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('organizations')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const findBySlug = statement((db, value: Values<{ projectId: string; slug: string }>) =>
  db
    .selectFrom('organizations')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('slug', '=', value('slug')),
)

const page = statement((db, value: Values<{ projectId: string; createdAt: number; id: string; limit: number }>) =>
  db
    .selectFrom('organizations')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('limit')),
)

export function createOrganizationVerbs(run: Runner): OrganizationVerbs {
  return {
    async insert(organization) {
      const inserted = await first(run, insert, {
        project_id: organization.projectId,
        id: organization.id,
        name: organization.name,
        slug: organization.slug,
        created_at: organization.createdAt,
        updated_at: organization.updatedAt,
      })
      return inserted !== undefined
    },
    async get(projectId, id) {
      const row = await first(run, get, { projectId, id })
      return row ? toOrganization(row) : null
    },
    async findBySlug(projectId, slug) {
      const row = await first(run, findBySlug, { projectId, slug })
      return row ? toOrganization(row) : null
    },
    async list(projectId, { cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const rows = await run.all(page, { projectId, ...after, limit: limit + 1 })
      return pageOf(rows.map(toOrganization), limit)
    },
  }
}

function toOrganization(row: OrganizationsTable): OrganizationRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    name: row.name,
    slug: row.slug,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
