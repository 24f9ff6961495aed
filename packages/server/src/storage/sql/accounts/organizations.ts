import { sql } from 'kysely'
import { slugSkeleton } from '../../../core/slug-skeleton.ts'
import type { OrganizationColumns, OrganizationRecord } from '../../records.ts'
import type { OrganizationVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { defineTable, type Table } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'
import { activeConnections, toActiveConnections } from './connection-rows.ts'
import { endOrganization, suspendOrganization } from './member-ends.ts'
import { customRoles, toCustomRoles } from './role-rows.ts'
import { allowedTenants, organizationsOfTenants, replaceTenants, tenantKeys } from './tenant-rows.ts'

export const organizations: Table<'organizations', OrganizationColumns> = defineTable<
  'organizations',
  OrganizationColumns
>('organizations', {
  projectId: 'text',
  id: 'text',
  name: 'text',
  slug: 'text',
  logoUrl: 'text',
  trustedMetadata: 'json',
  externalId: 'text',
  settings: 'json',
  revision: 'integer',
  suspendedAt: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<OrganizationColumns> & { slug_skeleton: string }>) =>
  db
    .insertInto('organizations')
    .values({ ...organizations.values(value), slug_skeleton: value('slug_skeleton'), deleted_at: null })
    // Of any index: a slug that another transaction takes at the same moment may conflict on either of the two.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

const get = statement((db, value: Values<{ projectId: string; id: string }>, engine) =>
  db
    .selectFrom('organizations')
    .select(organizations.columns)
    .select([customRoles(engine), activeConnections(engine)])
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('deleted_at', 'is', null),
)

const lock = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .updateTable('organizations')
    .set((row) => ({ revision: row.ref('revision') }))
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('deleted_at', 'is', null)
    .returning('id'),
)

const getBySlug = statement((db, value: Values<{ projectId: string; slug: string }>, engine) =>
  db
    .selectFrom('organizations')
    .select(organizations.columns)
    .select([customRoles(engine), activeConnections(engine)])
    .where('project_id', '=', value('projectId'))
    .where('slug', '=', value('slug'))
    .where('deleted_at', 'is', null),
)

type PageValues = { projectId: string; createdAt: number; id: string; limit: number }

/** The condition of a partial index. */
const hasEmailJit = sql<boolean>`replace(settings, '"email_jit_provisioning"', '') <> settings`

/** With the condition, the statement reads an index of its own. */
const pageStatement = (withEmailJit: boolean) =>
  statement((db, value: Values<PageValues>, engine) =>
    db
      .selectFrom('organizations')
      .select(organizations.columns)
      .select([customRoles(engine), activeConnections(engine)])
      .where('project_id', '=', value('projectId'))
      .where('deleted_at', 'is', null)
      .$if(withEmailJit, (query) => query.where(hasEmailJit))
      .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(value('limit')),
  )
const page = pageStatement(false)
const pageWithEmailJit = pageStatement(true)

type TenantValues = { projectId: string; tenants: string; limit: number }

const listByTenants = statement((db, value: Values<TenantValues>, engine) =>
  db
    .selectFrom('organizations')
    .select(organizations.columns)
    .select([customRoles(engine), activeConnections(engine)])
    .where('project_id', '=', value('projectId'))
    .where('deleted_at', 'is', null)
    .where('id', 'in', organizationsOfTenants(db, engine, value))
    .orderBy('id')
    .limit(value('limit')),
)

type Change = {
  projectId: string
  id: string
  revision: number
  name: string | null
  slug: string | null
  slugSkeleton: string | null
  trustedMetadata: string | null
  settings: string | null
  setsLogoUrl: number
  logoUrl: string | null
  setsExternalId: number
  externalId: string | null
  now: number
}

const update = statement((db, value: Values<Change>) =>
  db
    .updateTable('organizations')
    .set({
      revision: sql<number>`revision + 1`,
      name: sql<string>`coalesce(${value('name')}, name)`,
      slug: sql<string>`coalesce(${value('slug')}, slug)`,
      slug_skeleton: sql<string>`coalesce(${value('slugSkeleton')}, slug_skeleton)`,
      trusted_metadata: sql<string>`coalesce(${value('trustedMetadata')}, trusted_metadata)`,
      settings: sql<string>`coalesce(${value('settings')}, settings)`,
      logo_url: sql<string | null>`case when cast(${value('setsLogoUrl')} as integer) = 1
        then cast(${value('logoUrl')} as text) else logo_url end`,
      external_id: sql<string | null>`case when cast(${value('setsExternalId')} as integer) = 1
        then cast(${value('externalId')} as text) else external_id end`,
      updated_at: value('now'),
    })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('revision', '=', value('revision'))
    .where('deleted_at', 'is', null)
    .returning('id'),
)

const oldest = statement((db, value: Values<{ before: number; limit: number }>) =>
  db
    .selectFrom('organizations')
    .select(['project_id', 'id'])
    .where('deleted_at', '<', value('before'))
    .limit(value('limit')),
)

type Key = { project_id: string; id: string }

/** Registrations, credentials, grants and the rows of members are removed by foreign keys. */
const removeAccounts = statement((db, value: Values<Key>) =>
  db.deleteFrom('users').where('project_id', '=', value('project_id')).where('realm', '=', value('id')),
)

const removeSecrets = statement((db, value: Values<Key>) =>
  db.deleteFrom('one_time').where('project_id', '=', value('project_id')).where('realm', '=', value('id')),
)

const removeSessions = statement((db, value: Values<Key>) =>
  db.deleteFrom('sessions').where('project_id', '=', value('project_id')).where('organization_id', '=', value('id')),
)

const remove = statement((db, value: Values<Key>) =>
  db.deleteFrom('organizations').where('project_id', '=', value('project_id')).where('id', '=', value('id')),
)

type Row = RowOf<OrganizationColumns> & { custom_roles: string | null; active_connections: string | null }

function toRecord(row: Row): OrganizationRecord {
  return { ...organizations.toRecord(row), customRoles: toCustomRoles(row), ssoConnections: toActiveConnections(row) }
}

export function createOrganizationVerbs(run: Runner): OrganizationVerbs {
  const list =
    (statement: typeof page): OrganizationVerbs['list'] =>
    async (projectId, { cursor, limit }) => {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const rows = await run.all(statement, { projectId, ...after, limit: limit + 1 })
      return pageOf(rows.map(toRecord), limit)
    }

  return {
    async insert(organization) {
      const row = { ...organizations.toRow(organization), slug_skeleton: slugSkeleton(organization.slug) }
      return run.atomically(async (tx) => {
        if ((await first(tx, insert, row)) === undefined) return false
        const { projectId, id, settings } = organization
        const tenants = allowedTenants(settings)
        if (tenants.length > 0) await replaceTenants(tx, { projectId, id, tenants })
        return true
      })
    },
    get: (projectId, id) => firstRecord(run, get, { projectId, id }, { toRecord }),
    getBySlug: (projectId, slug) => firstRecord(run, getBySlug, { projectId, slug }, { toRecord }),
    async lockRow(projectId, id) {
      return run.atomically(async (tx) => {
        if ((await first(tx, lock, { projectId, id })) === undefined) return null
        return firstRecord(tx, get, { projectId, id }, { toRecord })
      })
    },
    list: list(page),
    listWithEmailJit: list(pageWithEmailJit),
    async listByTenants(projectId, provider, tenants, limit) {
      const values = { projectId, limit, tenants: tenantKeys(provider, tenants) }
      return (await run.all(listByTenants, values)).map(toRecord)
    },
    async update(projectId, id, revision, { name, slug, logoUrl, trustedMetadata, externalId, settings }, now) {
      const values = {
        ...{ projectId, id, revision, now, name: name ?? null },
        ...{ slug: slug ?? null, slugSkeleton: slug === undefined ? null : slugSkeleton(slug) },
        trustedMetadata: trustedMetadata === undefined ? null : JSON.stringify(trustedMetadata),
        settings: settings === undefined ? null : JSON.stringify(settings),
        ...{ setsLogoUrl: Number(logoUrl !== undefined), logoUrl: logoUrl ?? null },
        ...{ setsExternalId: Number(externalId !== undefined), externalId: externalId ?? null },
      }
      return run.atomically(async (tx) => {
        if ((await first(tx, update, values)) === undefined) return false
        if (settings !== undefined) await replaceTenants(tx, { projectId, id, tenants: allowedTenants(settings) })
        return true
      })
    },
    suspend: (projectId, id, suspendedAt, now) => suspendOrganization(run, { projectId, id, suspendedAt, now }),
    remove: (projectId, id, now) => endOrganization(run, { projectId, id, now }),
    async sweep(before, limit) {
      const removed = await run.all(oldest, { before, limit })
      for (const key of removed) {
        await run.atomically(async (tx) => {
          for (const part of [removeAccounts, removeSecrets, removeSessions, remove]) await tx.all(part, key)
        })
      }
      return removed.length
    },
  }
}
