import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { SsoConnectionRecord, SsoConnectionVerbs } from '../../sso-connections.ts'
import { ofKind } from '../accounts/account-rows.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const connections = defineTable<'sso_connections', SsoConnectionRecord>('sso_connections', {
  projectId: 'text',
  organizationId: 'text',
  id: 'text',
  kind: 'text',
  status: 'text',
  displayName: 'text',
  identityProvider: 'text',
  config: 'json',
  secretsSealed: 'text',
  revision: 'integer',
  testedAt: 'integer',
  metadataReadAt: 'integer',
  nextCheckAt: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
})

type InRealm = { project_id: string; realm: string }
type Key = InRealm & { id: string }

/** Nothing changes, but other transactions that do the same wait. */
const lockOrganization = statement((db, value: Values<InRealm>) =>
  db
    .updateTable('organizations')
    .set((row) => ({ revision: row.ref('revision') }))
    .where('project_id', '=', value('project_id'))
    .where('id', '=', value('realm'))
    .where('deleted_at', 'is', null)
    .returning('id'),
)

const insert = statement((db, value: Values<RowOf<SsoConnectionRecord>>) =>
  db.insertInto('sso_connections').values(connections.values(value)),
)

const get = statement((db, value: Values<Key>) =>
  db
    .selectFrom('sso_connections')
    .select(connections.columns)
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('id')),
)

/** Ids begin with the time. */
const list = statement((db, value: Values<InRealm>) =>
  db
    .selectFrom('sso_connections')
    .select(connections.columns)
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .orderBy('id'),
)

const findById = statement((db, value: Values<{ id: string }>) =>
  db
    .selectFrom('sso_connections')
    .innerJoin('organizations', (join) =>
      join
        .onRef('organizations.project_id', '=', 'sso_connections.project_id')
        .onRef('organizations.id', '=', 'sso_connections.organization_id')
        .on('organizations.deleted_at', 'is', null),
    )
    .select(connections.qualifiedColumns)
    .where('sso_connections.id', '=', value('id')),
)

const lock = statement((db, value: Values<Key>) =>
  db
    .updateTable('sso_connections')
    .set((row) => ({ revision: row.ref('revision') }))
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('id'))
    .returning(connections.columns),
)

const update = statement((db, value: Values<RowOf<SsoConnectionRecord> & { base: number }>) =>
  db
    .updateTable('sso_connections')
    .set({
      status: value('status'),
      display_name: value('display_name'),
      identity_provider: value('identity_provider'),
      config: value('config'),
      secrets_sealed: value('secrets_sealed'),
      revision: sql<number>`revision + 1`,
      tested_at: value('tested_at'),
      metadata_read_at: value('metadata_read_at'),
      next_check_at: value('next_check_at'),
      updated_at: value('updated_at'),
    })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('organization_id'))
    .where('id', '=', value('id'))
    .where('revision', '=', value('base'))
    .returning('id'),
)

const recordTest = statement((db, value: Values<Key & { revision: number; now: number }>) =>
  db
    .updateTable('sso_connections')
    .set({ tested_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('id'))
    .where('revision', '=', value('revision'))
    .returning('id'),
)

const claimMetadataRead = statement((db, value: Values<Key & { notAfter: number; now: number }>) =>
  db
    .updateTable('sso_connections')
    .set({ metadata_read_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('id'))
    .where((row) => row.or([row('metadata_read_at', 'is', null), row('metadata_read_at', '<=', value('notAfter'))]))
    .returning('id'),
)

const remove = statement((db, value: Values<Key>) =>
  db
    .deleteFrom('sso_connections')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('id'))
    .returning('id'),
)

type Prefixed = Key & { from: string; to: string }

const removeRoles = statement((db, value: Values<Prefixed>) =>
  db
    .deleteFrom('member_roles')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('source_kind', '=', sql.lit('sso_connection'))
    .where('source_id', '=', value('id')),
)

const removeGroupRoles = statement((db, value: Values<Prefixed>) =>
  db
    .deleteFrom('member_roles')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('source_kind', '=', sql.lit('sso_connection_group'))
    .where('source_id', '>=', value('from'))
    .where('source_id', '<', value('to')),
)

const removeIdentities = statement((db, value: Values<Prefixed>) =>
  db
    .deleteFrom('registrations')
    .where('project_id', '=', value('project_id'))
    .where('realm', '=', value('realm'))
    .where('kind', '=', ofKind('sso'))
    .where('unique_key', '>=', value('from'))
    .where('unique_key', '<', value('to')),
)

const takeDue = statement((db, value: Values<{ now: number; nextCheckAt: number; limit: number }>, engine) =>
  db
    .with('due', (from) =>
      from
        .selectFrom('sso_connections')
        .select(['project_id', 'id'])
        .where('next_check_at', '<=', value('now'))
        .orderBy('next_check_at')
        .limit(value('limit'))
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('sso_connections')
    .set({ next_check_at: value('nextCheckAt') })
    .where(sql<boolean>`(project_id, id) in (select project_id, id from due)`)
    .returning(connections.columns),
)

/** The keys of what belongs to a connection begin with `<id>|`; `}` is the next character. */
function prefixed(key: Key): Prefixed {
  return { ...key, from: `${key.id}|`, to: `${key.id}}` }
}

export function createSsoConnectionVerbs(run: Runner): SsoConnectionVerbs {
  return {
    async insert(connection, limit) {
      const realm = realmColumns(connection)
      return run.atomically(async (tx) => {
        if ((await first(tx, lockOrganization, realm)) === undefined) return false
        if ((await tx.all(list, realm)).length >= limit) return false
        await tx.all(insert, connections.toRow(connection))
        return true
      })
    },
    get: (realm, id) => firstRecord(run, get, { ...realmColumns(realm), id }, connections),
    async list(realm) {
      return (await run.all(list, realmColumns(realm))).map(connections.toRecord)
    },
    findById: (id) => firstRecord(run, findById, { id }, connections),
    lockRow: (realm, id) => firstRecord(run, lock, { ...realmColumns(realm), id }, connections),
    async update(realm, id, revision, change, now) {
      return run.atomically(async (tx) => {
        const before = await firstRecord(tx, lock, { ...realmColumns(realm), id }, connections)
        if (before?.revision !== revision) return false
        const row = connections.toRow({ ...before, ...change, updatedAt: now })
        return (await first(tx, update, { ...row, base: revision })) !== undefined
      })
    },
    async recordTest(realm, id, revision, now) {
      return (await first(run, recordTest, { ...realmColumns(realm), id, revision, now })) !== undefined
    },
    async claimMetadataRead(realm, id, { now, notAfter }) {
      return (await first(run, claimMetadataRead, { ...realmColumns(realm), id, now, notAfter })) !== undefined
    },
    async remove(realm, id) {
      const key = { ...realmColumns(realm), id }
      return run.atomically(async (tx) => {
        if ((await first(tx, remove, key)) === undefined) return false
        for (const part of [removeRoles, removeGroupRoles, removeIdentities]) await tx.all(part, prefixed(key))
        return true
      })
    },
    async takeDue(options) {
      return (await run.all(takeDue, options)).map(connections.toRecord)
    },
  }
}
