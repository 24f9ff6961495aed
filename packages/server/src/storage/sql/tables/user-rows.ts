import type { JsonObject, Name } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RegistrationKind, RegistrationRecord, UserRecord } from '../../records.ts'
import type { RegistrationsTable } from '../engine/tables.ts'

/**
 * A kind to compare registrations' with. There is an index of one kind alone: of a bare value SQLite would look whether
 * it is that one, and plan the statement anew each time it is run.
 */
export function ofKind(kind: string): RawBuilder<string> {
  return sql<string>`cast(${kind} as text)`
}

/** A user joined with registrations: the user's columns as `u_`, each registration's as `r_`, null when there is none. */
export const userColumns = [
  'users.project_id as u_project_id',
  'users.id as u_id',
  'users.status as u_status',
  'users.name as u_name',
  'users.trusted_metadata as u_trusted_metadata',
  'users.untrusted_metadata as u_untrusted_metadata',
  'users.roles as u_roles',
  'users.external_id as u_external_id',
  'users.disabled_at as u_disabled_at',
  'users.secrets_valid_after as u_secrets_valid_after',
  'users.sessions_epoch as u_sessions_epoch',
  'users.created_at as u_created_at',
  'users.updated_at as u_updated_at',
  'registrations.id as r_id',
  'registrations.kind as r_kind',
  'registrations.unique_key as r_unique_key',
  'registrations.verified as r_verified',
  'registrations.details as r_details',
  'registrations.created_at as r_created_at',
  'registrations.verified_at as r_verified_at',
] as const

export interface UserRow {
  u_project_id: string
  u_id: string
  u_status: string
  u_name: string
  u_trusted_metadata: string
  u_untrusted_metadata: string
  u_roles: string
  u_external_id: string | null
  u_disabled_at: number | null
  u_secrets_valid_after: number | null
  u_sessions_epoch: number
  u_created_at: number
  u_updated_at: number
  r_id: string | null
  r_kind: string | null
  r_unique_key: string | null
  r_verified: number | null
  r_details: string | null
  r_created_at: number | null
  r_verified_at: number | null
}

/** All rows are of one user. */
export function toUser(rows: readonly UserRow[]): UserRecord | null {
  const [row] = rows
  if (!row) return null
  return {
    projectId: row.u_project_id,
    id: row.u_id,
    status: row.u_status as UserRecord['status'],
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

/** Rows of several users, in the order in which the users appear. */
export function toUsers(rows: readonly UserRow[]): UserRecord[] {
  const byUser = new Map<string, UserRow[]>()
  for (const row of rows) {
    const known = byUser.get(row.u_id)
    if (known) known.push(row)
    else byUser.set(row.u_id, [row])
  }
  return [...byUser.values()].flatMap((group) => toUser(group) ?? [])
}

export function registrationRow(registration: RegistrationRecord): RegistrationsTable {
  return {
    project_id: registration.projectId,
    id: registration.id,
    user_id: registration.userId,
    kind: registration.kind,
    unique_key: registration.uniqueKey,
    verified: registration.verified ? 1 : 0,
    details: JSON.stringify(registration.details),
    created_at: registration.createdAt,
    verified_at: registration.verifiedAt,
  }
}

function toRegistration(row: UserRow): RegistrationRecord[] {
  if (row.r_id === null || row.r_kind === null || row.r_unique_key === null) return []
  if (row.r_details === null || row.r_created_at === null) return []
  return [
    {
      id: row.r_id,
      projectId: row.u_project_id,
      userId: row.u_id,
      kind: row.r_kind as RegistrationKind,
      uniqueKey: row.r_unique_key,
      verified: row.r_verified === 1,
      details: JSON.parse(row.r_details) as JsonObject,
      createdAt: row.r_created_at,
      verifiedAt: row.r_verified_at,
    },
  ]
}

function oldestFirst(a: RegistrationRecord, b: RegistrationRecord): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
