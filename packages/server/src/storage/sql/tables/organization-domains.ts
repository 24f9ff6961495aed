import { sql } from 'kysely'
import type { DomainOwner, OrganizationDomainRecord, OrganizationDomainVerbs } from '../../organization-domains.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const domains = defineTable<'organization_domains', OrganizationDomainRecord>('organization_domains', {
  projectId: 'text',
  organizationId: 'text',
  domain: 'text',
  token: 'text',
  state: 'text',
  verifiedAt: 'integer',
  claimedAt: 'integer',
  checkedAt: 'integer',
  failures: 'integer',
  nextCheckAt: 'integer',
  createdAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<OrganizationDomainRecord>>) =>
  db
    .insertInto('organization_domains')
    .values(domains.values(value))
    .onConflict((conflict) => conflict.columns(['project_id', 'organization_id', 'domain']).doNothing())
    .returning('domain'),
)

type Key = DomainOwner & { domain: string }

const get = statement((db, value: Values<Key>) =>
  db
    .selectFrom('organization_domains')
    .select(domains.columns)
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('organizationId'))
    .where('domain', '=', value('domain')),
)

const list = statement((db, value: Values<{ projectId: string; organizationId: string }>) =>
  db
    .selectFrom('organization_domains')
    .select(domains.columns)
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('organizationId'))
    .orderBy('domain'),
)

const findVerified = statement((db, value: Values<{ projectId: string; domain: string }>) =>
  db
    .selectFrom('organization_domains')
    .select(domains.columns)
    .where('project_id', '=', value('projectId'))
    .where('domain', '=', value('domain'))
    // A literal: with a bound value SQLite plans the statement again for each run, because of the partial index.
    .where('state', '=', sql.lit('verified')),
)

const lockByDomain = statement((db, value: Values<{ projectId: string; domain: string }>, engine) =>
  db
    .selectFrom('organization_domains')
    .select(domains.columns)
    .where('project_id', '=', value('projectId'))
    .where('domain', '=', value('domain'))
    .orderBy('organization_id')
    .$if(engine === 'postgres', (query) => query.forUpdate()),
)

type Change = Parameters<OrganizationDomainVerbs['update']>[2]

const update = statement((db, value: Values<Key & Change>) =>
  db
    .updateTable('organization_domains')
    .set({
      state: value('state'),
      verified_at: value('verifiedAt'),
      claimed_at: value('claimedAt'),
      checked_at: value('checkedAt'),
      failures: value('failures'),
      next_check_at: value('nextCheckAt'),
    })
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('organizationId'))
    .where('domain', '=', value('domain'))
    .returning('domain'),
)

const remove = statement((db, value: Values<Key>) =>
  db
    .deleteFrom('organization_domains')
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('organizationId'))
    .where('domain', '=', value('domain'))
    .returning('domain'),
)

const takeDue = statement((db, value: Values<{ now: number; nextCheckAt: number; limit: number }>, engine) =>
  db
    .with('due', (from) =>
      from
        .selectFrom('organization_domains')
        .select(['project_id', 'organization_id', 'domain'])
        .where('next_check_at', '<=', value('now'))
        .orderBy('next_check_at')
        .limit(value('limit'))
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('organization_domains')
    .set({ next_check_at: value('nextCheckAt') })
    .where(sql<boolean>`(project_id, organization_id, domain) in (select project_id, organization_id, domain from due)`)
    .returning(domains.columns),
)

export function createOrganizationDomainVerbs(run: Runner): OrganizationDomainVerbs {
  return {
    async insert(domain) {
      return (await first(run, insert, domains.toRow(domain))) !== undefined
    },
    async get({ projectId, organizationId }, domain) {
      return firstRecord(run, get, { projectId, organizationId, domain }, domains)
    },
    async list({ projectId, organizationId }) {
      return (await run.all(list, { projectId, organizationId })).map(domains.toRecord)
    },
    async findVerified(projectId, domain) {
      return firstRecord(run, findVerified, { projectId, domain }, domains)
    },
    async lockByDomain(projectId, domain) {
      return (await run.all(lockByDomain, { projectId, domain })).map(domains.toRecord)
    },
    async update({ projectId, organizationId }, domain, change) {
      const { state, verifiedAt, claimedAt, checkedAt, failures, nextCheckAt } = change
      const values = { state, verifiedAt, claimedAt, checkedAt, failures, nextCheckAt }
      return (await first(run, update, { projectId, organizationId, domain, ...values })) !== undefined
    },
    async remove({ projectId, organizationId }, domain) {
      return (await first(run, remove, { projectId, organizationId, domain })) !== undefined
    },
    async takeDue(options) {
      return (await run.all(takeDue, options)).map(domains.toRecord)
    },
  }
}
