// Rows of the organizations of an address: each table is one column, the JSON of its fields.
import type { AliasedRawBuilder } from 'kysely'
import type {
  AccountRecord,
  AssignedRole,
  MemberRecord,
  OrganizationRecord,
  RegistrationRecord,
} from '../../records.ts'
import { type CellsOf, type JsonCells, parseCells } from '../engine/json-cells.ts'
import type { Engine } from '../engine/statement.ts'
import { oldestFirst, registrations, users } from './account-rows.ts'
import { activeConnections, toActiveConnections } from './connection-rows.ts'
import { members } from './member-rows.ts'
import { organizations } from './organizations.ts'
import { assignedRoles, customRoles, toAssignedRoles, toCustomRoles } from './role-rows.ts'

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
const memberFields = [
  'status',
  'isBreakglass',
  'mfaEnrolled',
  'defaultMfaMethod',
  'invitedBy',
  'joinedAt',
  'deletedAt',
  'createdAt',
] as const
const registrationFields = ['id', 'kind', 'uniqueKey', 'verified', 'details', 'createdAt', 'verifiedAt'] as const
const organizationFields = [
  'id',
  'name',
  'slug',
  'logoUrl',
  'trustedMetadata',
  'externalId',
  'settings',
  'revision',
  'suspendedAt',
  'createdAt',
  'updatedAt',
] as const

/** One row for each registration, or one without any. */
interface MembershipRow {
  realm: string
  user_id: string
  account: JsonCells<AccountRecord, typeof accountFields>
  member: JsonCells<MemberRecord, typeof memberFields>
  registration: JsonCells<RegistrationRecord, typeof registrationFields> | null
  /** Null if the organization was removed. */
  organization: JsonCells<OrganizationRecord, typeof organizationFields> | null
  assigned_roles: string | null
  custom_roles: string | null
  active_connections: string | null
}

type Column<Name extends keyof MembershipRow> = AliasedRawBuilder<MembershipRow[Name], Name>

/** For statements that join `users`, `members`, `registrations` and `organizations`. */
export function membershipColumns(
  engine: Engine,
): readonly [
  ...[Column<'account'>, Column<'member'>, Column<'registration'>, Column<'organization'>],
  ...[Column<'assigned_roles'>, Column<'custom_roles'>, Column<'active_connections'>],
] {
  return [
    users.asJson(engine, accountFields).as('account'),
    members.asJson(engine, memberFields).as('member'),
    registrations.asJson(engine, registrationFields).as('registration'),
    organizations.asJson(engine, organizationFields).as('organization'),
    assignedRoles(engine),
    customRoles(engine),
    activeConnections(engine),
  ]
}

/** A member of a page. */
interface Found {
  member: MemberRecord
  /** Null if it was removed. */
  organization: OrganizationRecord | null
}

/** The rows of a member follow each other: one for each registration. */
export function toMemberships(projectId: string, rows: readonly MembershipRow[]): Found[] {
  const found: Found[] = []
  for (const row of rows) {
    const { realm: organizationId, user_id: id, registration, organization } = row
    const owner = { projectId, organizationId }
    let last = found.at(-1)
    if (last?.member.id !== id) {
      const account = toAccount(owner, id, parseCells(row.account))
      last = {
        member: toMember(parseCells(row.member), account, toAssignedRoles(row), organizationId),
        organization: organization && toOrganization(parseCells(organization), projectId, row),
      }
      found.push(last)
    }
    if (registration) last.member.account.registrations.push(toRegistration(owner, id, parseCells(registration)))
  }
  for (const { member } of found) member.account.registrations.sort(oldestFirst)
  return found
}

type Owner = Pick<MemberRecord, 'projectId' | 'organizationId'>

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

function toMember(
  [status, isBreakglass, mfaEnrolled, defaultMfaMethod, invitedBy, joinedAt, deletedAt, createdAt]: CellsOf<
    MemberRecord,
    typeof memberFields
  >,
  account: AccountRecord,
  roles: AssignedRole[],
  organizationId: string,
): MemberRecord {
  const { projectId, id } = account
  return {
    projectId,
    organizationId,
    id,
    status,
    isBreakglass,
    mfaEnrolled,
    defaultMfaMethod,
    invitedBy,
    joinedAt,
    deletedAt,
    createdAt,
    account,
    roles,
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

function toOrganization(
  [
    id,
    name,
    slug,
    logoUrl,
    trustedMetadata,
    externalId,
    settings,
    revision,
    suspendedAt,
    createdAt,
    updatedAt,
  ]: CellsOf<OrganizationRecord, typeof organizationFields>,
  projectId: string,
  row: Pick<MembershipRow, 'custom_roles' | 'active_connections'>,
): OrganizationRecord {
  return {
    projectId,
    id,
    name,
    slug,
    logoUrl,
    trustedMetadata,
    externalId,
    settings,
    revision,
    suspendedAt,
    createdAt,
    updatedAt,
    customRoles: toCustomRoles(row),
    ssoConnections: toActiveConnections(row),
  }
}
