// An account and a registration as one column each, the JSON of its fields.
import type { AliasedRawBuilder } from 'kysely'
import type { AccountRecord, RegistrationRecord } from '../../records.ts'
import { type CellsOf, type JsonCells, parseCells } from '../engine/json-cells.ts'
import type { Engine } from '../engine/statement.ts'
import { oldestFirst, registrations, users } from './account-rows.ts'

// The first field of each is never null.
const accountFields = [
  'status',
  'name',
  'trustedMetadata',
  'untrustedMetadata',
  'roles',
  'externalId',
  'disabledAt',
  'secretsValidAfter',
  'sessionsEpoch',
  'createdAt',
  'updatedAt',
] as const
const registrationFields = ['id', 'kind', 'uniqueKey', 'verified', 'details', 'createdAt', 'verifiedAt'] as const

/** One row for each registration, or one without any. */
export interface AccountCells {
  account: JsonCells<AccountRecord, typeof accountFields>
  registration: JsonCells<RegistrationRecord, typeof registrationFields> | null
}

type Column<Name extends keyof AccountCells> = AliasedRawBuilder<AccountCells[Name], Name>

/** For statements that join `users` and `registrations`. */
export function accountCells(engine: Engine): readonly [Column<'account'>, Column<'registration'>] {
  return [
    users.asJson(engine, accountFields).as('account'),
    registrations.asJson(engine, registrationFields).as('registration'),
  ]
}

type Owner = Pick<AccountRecord, 'projectId' | 'organizationId'>

/** All rows are of one account. */
export function parseAccount(owner: Owner, id: string, rows: readonly AccountCells[]): AccountRecord | null {
  const [row] = rows
  if (row === undefined) return null
  const account = toAccount(owner, id, parseCells(row.account))
  for (const { registration } of rows)
    if (registration !== null) account.registrations.push(toRegistration(owner, id, parseCells(registration)))
  account.registrations.sort(oldestFirst)
  return account
}

// Written out, because objects with computed names are hash tables. The names are those of the lists of fields.

function toAccount(
  owner: Owner,
  id: string,
  [
    status,
    name,
    trustedMetadata,
    untrustedMetadata,
    roles,
    externalId,
    disabledAt,
    secretsValidAfter,
    sessionsEpoch,
    createdAt,
    updatedAt,
  ]: CellsOf<AccountRecord, typeof accountFields>,
): AccountRecord {
  const { projectId, organizationId } = owner
  return {
    projectId,
    organizationId,
    id,
    status,
    name,
    trustedMetadata,
    untrustedMetadata,
    roles,
    externalId,
    disabledAt,
    secretsValidAfter,
    sessionsEpoch,
    createdAt,
    updatedAt,
    registrations: [],
  }
}

function toRegistration(
  owner: Owner,
  accountId: string,
  [id, kind, uniqueKey, verified, details, createdAt, verifiedAt]: CellsOf<
    RegistrationRecord,
    typeof registrationFields
  >,
): RegistrationRecord {
  const { projectId, organizationId } = owner
  return { projectId, organizationId, accountId, id, kind, uniqueKey, verified, details, createdAt, verifiedAt }
}
