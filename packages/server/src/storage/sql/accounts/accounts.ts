import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { AccountRecord, RegistrationRecord } from '../../records.ts'
import type { AccountVerbs } from '../../verbs.ts'
import { decodeCursor, encodeCursor, firstPosition } from '../engine/cursor.ts'
import { rowsOf, valuesOf } from '../engine/many-rows.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Bindable, statement, statementByCount, type Values } from '../engine/statement.ts'
import type { RealmColumn, RowOf } from '../engine/tables.ts'
import { createAccountRemovals } from './account-removals.ts'
import { accountColumns, ofKind, registrations, toAccount, toAccounts, users } from './account-rows.ts'
import { createAccountSearch } from './account-search.ts'

const insert = statement((db, value: Values<RowOf<Omit<AccountRecord, 'registrations'>, RealmColumn>>) => {
  const { created_at, updated_at, secrets_valid_after, sessions_epoch, ...shown } = users.values(value)
  const epochs = { secrets_epoch: sessions_epoch, secrets_valid_after, sessions_epoch }
  return db.insertInto('users').values({ ...shown, created_at, updated_at, ...epochs })
})

const get = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db
    .selectFrom('users')
    .leftJoin('registrations', (join) =>
      join.onRef('registrations.project_id', '=', 'users.project_id').onRef('registrations.user_id', '=', 'users.id'),
    )
    .select(accountColumns)
    .where('users.project_id', '=', value('projectId'))
    .where('users.id', '=', value('accountId')),
)

type Key = { project_id: string; realm: string; kind: string; uniqueKey: string }

const findByRegistration = statement((db, value: Values<Key>) =>
  db
    .selectFrom('registrations as owned')
    .innerJoin('users', (join) =>
      join.onRef('users.project_id', '=', 'owned.project_id').onRef('users.id', '=', 'owned.user_id'),
    )
    .leftJoin('registrations', (join) =>
      join.onRef('registrations.project_id', '=', 'users.project_id').onRef('registrations.user_id', '=', 'users.id'),
    )
    .select(accountColumns)
    .where('owned.project_id', '=', value('project_id'))
    .where('owned.realm', '=', value('realm'))
    .where('owned.kind', '=', ofKind(value('kind')))
    .where('owned.unique_key', '=', value('uniqueKey')),
)

const addRegistration = statementByCount((count) =>
  statement((db, value: Values<Bindable[]>) =>
    db
      .insertInto('registrations')
      .values(rowsOf<RowOf<RegistrationRecord, RealmColumn>>(registrations.columns, count, value))
      .onConflict((conflict) => conflict.columns(['project_id', 'realm', 'kind', 'unique_key']).doNothing())
      .returning('id'),
  ),
)

const verifyRegistration = statement((db, value: Values<{ projectId: string; id: string; now: number }>) =>
  db
    .updateTable('registrations')
    .set({ verified: 1, verified_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('verified', '=', 0)
    .returning('id'),
)

const removeRegistration = statement(
  (db, value: Values<{ projectId: string; accountId: string; kind: string; id: string }>) =>
    db
      .deleteFrom('registrations')
      .where('project_id', '=', value('projectId'))
      .where('id', '=', value('id'))
      .where('user_id', '=', value('accountId'))
      .where('kind', '=', ofKind(value('kind')))
      .returning('id'),
)

const setRegistrationDetails = statement(
  (db, value: Values<{ projectId: string; accountId: string; kind: string; id: string; details: string }>) =>
    db
      .updateTable('registrations')
      .set({ details: value('details') })
      .where('project_id', '=', value('projectId'))
      .where('id', '=', value('id'))
      .where('user_id', '=', value('accountId'))
      .where('kind', '=', ofKind(value('kind')))
      .returning('id'),
)

const update = statement(
  (
    db,
    value: Values<{
      projectId: string
      accountId: string
      name: string | null
      trustedMetadata: string | null
      untrustedMetadata: string | null
      status: string | null
      roles: string | null
      now: number
    }>,
  ) =>
    db
      .updateTable('users')
      .set({
        // Null leaves a column as it is: none of these can be null themselves.
        name: sql<string>`coalesce(${value('name')}, name)`,
        trusted_metadata: sql<string>`coalesce(${value('trustedMetadata')}, trusted_metadata)`,
        untrusted_metadata: sql<string>`coalesce(${value('untrustedMetadata')}, untrusted_metadata)`,
        status: sql<string>`coalesce(${value('status')}, status)`,
        roles: sql<string>`coalesce(${value('roles')}, roles)`,
        updated_at: value('now'),
      })
      .where('project_id', '=', value('projectId'))
      .where('id', '=', value('accountId')),
)

type PageValues = { project_id: string; realm: string; createdAt: number; id: string; limit: number }

const page = statement((db, value: Values<PageValues>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('users')
        .selectAll()
        .where('project_id', '=', value('project_id'))
        .where('realm', '=', value('realm'))
        .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(value('limit'))
        .as('users'),
    )
    .leftJoin('registrations', (join) =>
      join.onRef('registrations.project_id', '=', 'users.project_id').onRef('registrations.user_id', '=', 'users.id'),
    )
    .select(accountColumns)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc'),
)

const setExternalId = statement(
  (db, value: Values<{ projectId: string; accountId: string; externalId: string | null; now: number }>) =>
    db
      .updateTable('users')
      .set({ external_id: value('externalId'), updated_at: value('now') })
      .where('project_id', '=', value('projectId'))
      .where('id', '=', value('accountId')),
)

/** Both when an account is disabled and when it is enabled: what was issued in between is void too. */
const endedSecrets = (now: number) => ({
  secrets_epoch: sql<number>`secrets_epoch + 1`,
  secrets_valid_after: now,
  updated_at: now,
})

const invalidateSecrets = statement((db, value: Values<{ projectId: string; accountId: string; now: number }>) =>
  db
    .updateTable('users')
    .set(endedSecrets(value('now')))
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('accountId')),
)

const setDisabled = statement(
  (db, value: Values<{ projectId: string; accountId: string; disabledAt: number | null; now: number }>) =>
    db
      .updateTable('users')
      .set({
        disabled_at: value('disabledAt'),
        sessions_epoch: sql<number>`sessions_epoch + 1`,
        ...endedSecrets(value('now')),
      })
      .where('project_id', '=', value('projectId'))
      .where('id', '=', value('accountId')),
)

type ExternalKey = { project_id: string; realm: string; externalId: string }

const findByExternalId = statement((db, value: Values<ExternalKey>) =>
  db
    .selectFrom('users')
    .leftJoin('registrations', (join) =>
      join.onRef('registrations.project_id', '=', 'users.project_id').onRef('registrations.user_id', '=', 'users.id'),
    )
    .select(accountColumns)
    .where('users.project_id', '=', value('project_id'))
    .where('users.realm', '=', value('realm'))
    .where('users.external_id', '=', value('externalId')),
)

export function createAccountVerbs(run: Runner): AccountVerbs {
  return {
    async insert(account) {
      await run.all(insert, users.toRow(account))
    },
    async get(projectId, accountId) {
      return toAccount(await run.all(get, { projectId, accountId }))
    },
    async findByRegistration(realm, kind, uniqueKey) {
      return toAccount(await run.all(findByRegistration, { ...realmColumns(realm), kind, uniqueKey }))
    },
    async addRegistration(...added) {
      if (added.length === 0) return true
      const values = valuesOf(registrations.columns, added.map(registrations.toRow))
      return (await run.all(addRegistration(added.length), values)).length === added.length
    },
    async verifyRegistration(projectId, id, now) {
      return (await first(run, verifyRegistration, { projectId, id, now })) !== undefined
    },
    async removeRegistration(projectId, accountId, kind, id) {
      return (await first(run, removeRegistration, { projectId, accountId, kind, id })) !== undefined
    },
    async setRegistrationDetails(projectId, accountId, kind, id, details) {
      const values = { projectId, accountId, kind, id, details: JSON.stringify(details) }
      return (await first(run, setRegistrationDetails, values)) !== undefined
    },
    async update(projectId, accountId, change, now) {
      await run.all(update, {
        projectId,
        accountId,
        name: optionalJson(change.name),
        trustedMetadata: optionalJson(change.trustedMetadata),
        untrustedMetadata: optionalJson(change.untrustedMetadata),
        status: change.status ?? null,
        roles: optionalJson(change.roles),
        now,
      })
    },
    async setExternalId(projectId, accountId, externalId, now) {
      await run.all(setExternalId, { projectId, accountId, externalId, now })
    },
    async setDisabled(projectId, accountId, disabledAt, now) {
      await run.all(setDisabled, { projectId, accountId, disabledAt, now })
    },
    async invalidateSecrets(projectId, accountId, now) {
      await run.all(invalidateSecrets, { projectId, accountId, now })
    },
    async findByExternalId(realm, externalId) {
      return toAccount(await run.all(findByExternalId, { ...realmColumns(realm), externalId }))
    },
    ...createAccountRemovals(run),
    ...createAccountSearch(run),
    async list(realm, { cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      // One more than asked for tells whether there is a next page.
      const found = toAccounts(await run.all(page, { ...realmColumns(realm), ...after, limit: limit + 1 }))
      const items = found.slice(0, limit)
      const last = items.at(-1)
      return { items, nextCursor: found.length > limit && last ? encodeCursor(last) : null }
    },
  }
}

function optionalJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
