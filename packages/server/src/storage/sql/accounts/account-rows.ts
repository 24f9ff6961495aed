import type { JsonObject, Name } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountRecord, RegistrationKind, RegistrationRecord } from '../../records.ts'
import {
  defineTable,
  type JoinedTable,
  type NullableRow,
  type PrefixedRow,
  type Table,
} from '../engine/define-table.ts'
import type { RealmColumn, RowOf } from '../engine/tables.ts'

/**
 * A registration kind for comparisons. With a plain parameter SQLite would plan the statement again for each run, because
 * a partial index covers one kind.
 */
export function ofKind(kind: string): RawBuilder<string> {
  return sql<string>`cast(${kind} as text)`
}

type AccountFields = Omit<AccountRecord, 'registrations'>

export const users: Table<'users', AccountFields, RealmColumn> = defineTable<'users', AccountFields, RealmColumn>(
  'users',
  {
    projectId: 'text',
    organizationId: 'realm',
    id: 'text',
    status: 'text',
    name: 'json',
    trustedMetadata: 'json',
    untrustedMetadata: 'json',
    roles: 'json',
    externalId: 'text',
    disabledAt: 'integer',
    secretsValidAfter: 'integer',
    sessionsEpoch: 'integer',
    createdAt: 'integer',
    updatedAt: 'integer',
  },
  { organizationId: 'realm' },
)

export const registrations: Table<'registrations', RegistrationRecord, RealmColumn> = defineTable<
  'registrations',
  RegistrationRecord,
  RealmColumn
>(
  'registrations',
  {
    projectId: 'text',
    organizationId: 'realm',
    id: 'text',
    accountId: 'text',
    kind: 'text',
    uniqueKey: 'text',
    verified: 'boolean',
    details: 'json',
    createdAt: 'integer',
    verifiedAt: 'integer',
  },
  { organizationId: 'realm' },
)

type JoinedFields = Omit<RegistrationRecord, 'projectId' | 'organizationId' | 'accountId'>
const joinedAccounts: JoinedTable<'users', AccountFields, 'u_', RealmColumn> = users.joinedAs('u_')
const joinedRegistrations: JoinedTable<'registrations', JoinedFields, 'r_', RealmColumn> = registrations.joinedAs(
  'r_',
  {
    without: ['projectId', 'organizationId', 'accountId'],
  },
)

/** An account joined with registrations: one row for each registration, or one without any. */
export const accountColumns: readonly (
  | (typeof joinedAccounts.columns)[number]
  | (typeof joinedRegistrations.columns)[number]
)[] = [...joinedAccounts.columns, ...joinedRegistrations.columns]

export type AccountRow = PrefixedRow<RowOf<AccountFields, RealmColumn>, 'u_'> &
  NullableRow<PrefixedRow<RowOf<JoinedFields>, 'r_'>>

/** All rows are of one account. */
export function toAccount(rows: readonly AccountRow[]): AccountRecord | null {
  const [row] = rows
  if (!row) return null
  // Written out because every request with a session reads it, like the registrations below.
  return {
    projectId: row.u_project_id,
    organizationId: row.u_realm === '' ? null : row.u_realm,
    id: row.u_id,
    status: row.u_status as AccountRecord['status'],
    name: JSON.parse(row.u_name) as Name,
    trustedMetadata: JSON.parse(row.u_trusted_metadata) as JsonObject,
    untrustedMetadata: JSON.parse(row.u_untrusted_metadata) as JsonObject,
    roles: JSON.parse(row.u_roles) as string[],
    externalId: row.u_external_id,
    disabledAt: row.u_disabled_at,
    secretsValidAfter: row.u_secrets_valid_after,
    sessionsEpoch: row.u_sessions_epoch,
    createdAt: row.u_created_at,
    updatedAt: row.u_updated_at,
    registrations: rows.flatMap(toRegistration).sort(oldestFirst),
  }
}

/** Rows of several accounts, in the order in which the accounts appear. */
export function toAccounts(rows: readonly AccountRow[]): AccountRecord[] {
  const byAccount = new Map<string, AccountRow[]>()
  for (const row of rows) {
    const known = byAccount.get(row.u_id)
    if (known) known.push(row)
    else byAccount.set(row.u_id, [row])
  }
  return [...byAccount.values()].flatMap((group) => toAccount(group) ?? [])
}

function toRegistration(row: AccountRow): RegistrationRecord[] {
  if (row.r_id === null || row.r_kind === null || row.r_unique_key === null) return []
  if (row.r_details === null || row.r_created_at === null) return []
  return [
    {
      id: row.r_id,
      projectId: row.u_project_id,
      organizationId: row.u_realm === '' ? null : row.u_realm,
      accountId: row.u_id,
      kind: row.r_kind as RegistrationKind,
      uniqueKey: row.r_unique_key,
      verified: row.r_verified === 1,
      details: JSON.parse(row.r_details) as JsonObject,
      createdAt: row.r_created_at,
      verifiedAt: row.r_verified_at,
    },
  ]
}

/** The order of the registrations of an account. */
export function oldestFirst(a: RegistrationRecord, b: RegistrationRecord): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
