import type { JsonObject, RbacPermission } from '@latchkey/contract'
import type { InvitationState } from '@latchkey/contract/admin'
import type { MemberStatus, MfaMethod, RoleSourceType } from '@latchkey/contract/b2b'
import type { AccountRecord } from './account-records.ts'
import type { Instant } from './instant.ts'
import type { Realm } from './realm.ts'
import type { ActiveConnection } from './sso-connections.ts'

export interface OrganizationColumns {
  projectId: string
  id: string
  name: string
  slug: string
  logoUrl: string | null
  trustedMetadata: JsonObject
  /** The id that the customer's backend has for it, unique in the project. */
  externalId: string | null
  /** The policies, with the names of the wire. A missing field has its default. */
  settings: JsonObject
  /** Counts the changes; a change names the revision that it is based on. */
  revision: number
  /** When sign-ins of all members were blocked; null if they are not. */
  suspendedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

export interface OrganizationRecord extends OrganizationColumns {
  /** The roles that only this organization has, by id. */
  customRoles: CustomRole[]
  /** Oldest first. */
  ssoConnections: ActiveConnection[]
}

/** What an organization stores about an account. */
export interface MemberColumns extends Realm {
  /** The id of the account. */
  id: string
  organizationId: string
  status: MemberStatus
  /** Can sign in without single sign-on when the organization requires it. */
  isBreakglass: boolean
  /** Has opted in to a second factor. */
  mfaEnrolled: boolean
  defaultMfaMethod: MfaMethod | null
  /** The account of the member who sent the invitation; null for other members and for backends. */
  invitedBy: string | null
  /** The first time that the status was `active`. */
  joinedAt: Instant | null
  deletedAt: Instant | null
  createdAt: Instant
}

/** An account in the realm of an organization. Its external id is that of the account, its name the first name. */
export interface MemberRecord extends MemberColumns {
  account: AccountRecord
  /** By role, then by source. */
  roles: AssignedRole[]
}

/** A member with the organization. */
export interface MembershipRecord {
  organization: OrganizationRecord
  member: MemberRecord
}

/** A role of a member, and why the member has it. One role can have several sources. */
export interface AssignedRole {
  roleId: string
  sourceKind: RoleSourceType
  /** Empty for a direct assignment; otherwise the domain, the connection, or `connection|group`. */
  sourceId: string
}

export interface MemberRoleRecord extends AssignedRole {
  projectId: string
  organizationId: string
  memberId: string
}

/** A role that an organization defines for its members. */
export interface CustomRole {
  roleId: string
  description: string
  permissions: RbacPermission[]
}

/** The latest message that invited a member. */
export interface InvitationRecord {
  projectId: string
  organizationId: string
  memberId: string
  /** Canonical. */
  address: string
  state: Exclude<InvitationState, 'expired'>
  sentAt: Instant
  expiresAt: Instant
}

export interface CustomRoleRecord extends CustomRole {
  projectId: string
  organizationId: string
  createdAt: Instant
  updatedAt: Instant
}
