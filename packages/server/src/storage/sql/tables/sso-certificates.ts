import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { SsoCertificateRecord, SsoCertificateVerbs } from '../../sso-connections.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const certificates = defineTable<'sso_certificates', SsoCertificateRecord>('sso_certificates', {
  projectId: 'text',
  organizationId: 'text',
  connectionId: 'text',
  id: 'text',
  fingerprint: 'text',
  pem: 'text',
  source: 'text',
  notBefore: 'integer',
  notAfter: 'integer',
  createdAt: 'integer',
  listedAt: 'integer',
  lastUsedAt: 'integer',
  retiredAt: 'integer',
  warnedDays: 'integer',
})

type OfConnection = { project_id: string; realm: string; connectionId: string }
type Key = OfConnection & { id: string }

const insert = statement((db, value: Values<RowOf<SsoCertificateRecord>>) =>
  db
    .insertInto('sso_certificates')
    .values(certificates.values(value))
    .onConflict((conflict) => conflict.columns(['project_id', 'connection_id', 'fingerprint']).doNothing())
    .returning('id'),
)

/** Ids begin with the time. */
const list = statement((db, value: Values<OfConnection>) =>
  db
    .selectFrom('sso_certificates')
    .select(certificates.columns)
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('connection_id', '=', value('connectionId'))
    .orderBy('id'),
)

type Change = Key & {
  source: string | null
  setsListed: number
  listedAt: number | null
  setsUsed: number
  lastUsedAt: number | null
  setsRetired: number
  retiredAt: number | null
  setsWarned: number
  warnedDays: number | null
}

const update = statement((db, value: Values<Change>) => {
  const replaced = (column: string, sets: keyof Change, next: keyof Change) =>
    sql<number | null>`case when cast(${value(sets)} as integer) = 1
      then cast(${value(next)} as bigint) else ${sql.ref(column)} end`
  return db
    .updateTable('sso_certificates')
    .set({
      source: sql<SsoCertificateRecord['source']>`coalesce(${value('source')}, source)`,
      listed_at: replaced('listed_at', 'setsListed', 'listedAt'),
      last_used_at: replaced('last_used_at', 'setsUsed', 'lastUsedAt'),
      retired_at: replaced('retired_at', 'setsRetired', 'retiredAt'),
      warned_days: replaced('warned_days', 'setsWarned', 'warnedDays'),
    })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('connection_id', '=', value('connectionId'))
    .where('id', '=', value('id'))
    .returning('id')
})

const recordUse = statement((db, value: Values<OfConnection & { fingerprint: string; now: number }>) =>
  db
    .updateTable('sso_certificates')
    .set({ last_used_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('connection_id', '=', value('connectionId'))
    .where('fingerprint', '=', value('fingerprint')),
)

const remove = statement((db, value: Values<Key>) =>
  db
    .deleteFrom('sso_certificates')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('connection_id', '=', value('connectionId'))
    .where('id', '=', value('id'))
    .returning('id'),
)

export function createSsoCertificateVerbs(run: Runner): SsoCertificateVerbs {
  return {
    async insert(certificate) {
      return (await first(run, insert, certificates.toRow(certificate))) !== undefined
    },
    async list(realm, connectionId) {
      return (await run.all(list, { ...realmColumns(realm), connectionId })).map(certificates.toRecord)
    },
    async update(realm, connectionId, id, { source, listedAt, lastUsedAt, retiredAt, warnedDays }) {
      const values = {
        ...{ ...realmColumns(realm), connectionId, id, source: source ?? null },
        ...{ setsListed: Number(listedAt !== undefined), listedAt: listedAt ?? null },
        ...{ setsUsed: Number(lastUsedAt !== undefined), lastUsedAt: lastUsedAt ?? null },
        ...{ setsRetired: Number(retiredAt !== undefined), retiredAt: retiredAt ?? null },
        ...{ setsWarned: Number(warnedDays !== undefined), warnedDays: warnedDays ?? null },
      }
      return (await first(run, update, values)) !== undefined
    },
    async recordUse(realm, connectionId, fingerprint, now) {
      await run.all(recordUse, { ...realmColumns(realm), connectionId, fingerprint, now })
    },
    async remove(realm, connectionId, id) {
      return (await first(run, remove, { ...realmColumns(realm), connectionId, id })) !== undefined
    },
  }
}
