// Members with their organizations: each table is one column, the JSON of its fields.
import type { AliasedRawBuilder } from 'kysely'
import type { AccountRecord, AssignedRole, MemberRecord, MembershipRecord, OrganizationRecord } from '../../records.ts'
import { type CellsOf, type JsonCells, parseCells } from '../engine/json-cells.ts'
import type { Engine } from '../engine/statement.ts'
import { type AccountCells, accountCells, parseAccount } from './account-cells.ts'
import { activeConnections, toActiveConnections } from './connection-rows.ts'
import { members } from './member-rows.ts'
import { organizations } from './organizations.ts'
import { assignedRoles, customRoles, toAssignedRoles, toCustomRoles } from './role-rows.ts'

// The first field of each is never null.
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

interface MembershipCells {
  member: JsonCells<MemberRecord, typeof memberFields>
  /** Null if the organization was removed. */
  organization: JsonCells<OrganizationRecord, typeof organizationFields> | null
  assigned_roles: string | null
  custom_roles: string | null
  active_connections: string | null
}

type Column<Name extends keyof MembershipCells> = AliasedRawBuilder<MembershipCells[Name], Name>

/** For statements that join `members` and `organizations`. */
export function membershipCells(
  engine: Engine,
): readonly [
  ...[Column<'member'>, Column<'organization'>],
  ...[Column<'assigned_roles'>, Column<'custom_roles'>, Column<'active_connections'>],
] {
  return [
    members.asJson(engine, memberFields).as('member'),
    organizations.asJson(engine, organizationFields).as('organization'),
    assignedRoles(engine),
    customRoles(engine),
    activeConnections(engine),
  ]
}

type Columns = [...ReturnType<typeof accountCells>, ...ReturnType<typeof membershipCells>]

/** The same with the account: one row for each registration, or one without any. */
export function membershipColumns(engine: Engine): Readonly<Columns> {
  return [...accountCells(engine), ...membershipCells(engine)]
}

/** A member of a page. */
interface Found extends Pick<MembershipRecord, 'member'> {
  /** Null if it was removed. */
  organization: OrganizationRecord | null
}

type PageRow = AccountCells & MembershipCells & { realm: string; user_id: string }

/** The rows of a member follow each other. */
export function toMemberships(projectId: string, rows: readonly PageRow[]): Found[] {
  const found: Found[] = []
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const row = rows[start]
    if (row === undefined) break
    while (rows[end]?.user_id === row.user_id) end += 1
    const account = parseAccount({ projectId, organizationId: row.realm }, row.user_id, rows.slice(start, end))
    if (account !== null) found.push(toMembership(row, account, row.realm))
  }
  return found
}

/** The account is that of the member. */
export function toMembership(row: MembershipCells, account: AccountRecord, organizationId: string): Found {
  return {
    member: toMember(parseCells(row.member), account, toAssignedRoles(row), organizationId),
    organization: row.organization && toOrganization(parseCells(row.organization), account.projectId, row),
  }
}

// Written out, because objects with computed names are hash tables. The names are those of the lists of fields.

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
  row: Pick<MembershipCells, 'custom_roles' | 'active_connections'>,
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
