import type { B2bOAuthProvider, JsonObject } from '@latchkey/contract'
import type { MemberStatus } from '@latchkey/contract/b2b'
import type { Page } from './page.ts'
import type { OrganizationRealm } from './realm.ts'
import type {
  CustomRoleRecord,
  Instant,
  InvitationRecord,
  MemberRecord,
  MemberRoleRecord,
  MembershipRecord,
  OrganizationRecord,
  RegistrationKind,
} from './records.ts'

/** No verb finds a removed organization. */
export interface OrganizationVerbs {
  /** False if the slug is taken, also by an organization that was removed less than 90 days ago. */
  insert(organization: OrganizationRecord): Promise<boolean>
  get(projectId: string, id: string): Promise<OrganizationRecord | null>
  getBySlug(projectId: string, slug: string): Promise<OrganizationRecord | null>
  /**
   * Reads the organization and locks its row until the transaction ends: for changes of members and connections on which
   * its settings depend.
   */
  lockRow(projectId: string, id: string): Promise<OrganizationRecord | null>
  list(projectId: string, options: { cursor?: string; limit: number }): Promise<Page<OrganizationRecord>>
  /** Those whose settings say whether new members join by email domain. */
  listWithEmailJit(projectId: string, options: { cursor?: string; limit: number }): Promise<Page<OrganizationRecord>>
  /** The organizations whose settings allow one of the tenants, by id. Whether they let people join is for the caller. */
  listByTenants(
    projectId: string,
    provider: B2bOAuthProvider,
    tenants: readonly string[],
    limit: number,
  ): Promise<OrganizationRecord[]>
  /**
   * Writes only if `revision` is still the stored one; false otherwise. Rejects with a conflict if another organization
   * has the slug or the external id.
   */
  update(
    projectId: string,
    id: string,
    revision: number,
    change: Partial<
      Pick<OrganizationRecord, 'name' | 'slug' | 'logoUrl' | 'trustedMetadata' | 'externalId' | 'settings'>
    >,
    now: Instant,
  ): Promise<boolean>
  /** Null ends the suspension. Suspending ends the sessions of all members; returns their ids, or null if not found. */
  suspend(projectId: string, id: string, suspendedAt: Instant | null, now: Instant): Promise<string[] | null>
  /**
   * Ends the sessions, grants and one-time secrets of all members. The rows are kept until the slug may be used again.
   * Returns the ids of the ended sessions, or null if the organization was not found.
   */
  remove(projectId: string, id: string, now: Instant): Promise<string[] | null>
  /** Deletes organizations that were removed before the instant, with all members; returns how many. */
  sweep(before: Instant, limit: number): Promise<number>
}

export interface MemberChange {
  /** Active again after a removal, too. `remove` sets `deleted`. */
  status?: Exclude<MemberStatus, 'deleted'>
  isBreakglass?: boolean
  mfaEnrolled?: boolean
  defaultMfaMethod?: MemberRecord['defaultMfaMethod']
  name?: string
  trustedMetadata?: JsonObject
  untrustedMetadata?: JsonObject
}

/** Every verb finds the members of one organization only. */
/** What members have in common. Each list is a filter: with AND a member matches all filters, with OR one of them. */
export interface MemberQuery {
  operator: 'AND' | 'OR'
  ids?: readonly (readonly string[])[]
  /** Canonical addresses and phone numbers. */
  keys?: readonly (readonly string[])[]
  /** Each filter lists roles as `r:` and the id, domains whose proven addresses have one as `d:` and the domain, or `*`. */
  roles?: readonly (readonly string[])[]
  statuses?: readonly MemberStatus[]
  /** Texts that occur in the address, the name and the phone number. */
  emailParts?: readonly string[]
  nameParts?: readonly string[]
  phoneParts?: readonly string[]
  isBreakglass?: readonly boolean[]
  mfaEnrolled?: readonly boolean[]
  hasPassword?: readonly boolean[]
  includesDeleted: boolean
}

export interface MemberVerbs {
  /**
   * Inserts the account with its registrations, and the member with its roles. False if the organization already has an account with one
   * of the keys: then nothing is stored. Rejects with a conflict if the external id is taken.
   */
  insert(member: MemberRecord): Promise<boolean>
  get(realm: OrganizationRealm, id: string): Promise<MemberRecord | null>
  /** By the address that the member signs in with, not by a retired one. */
  findByEmail(realm: OrganizationRealm, email: string): Promise<MemberRecord | null>
  listMemberships(
    projectId: string,
    email: string,
    options: { cursor?: string; limit: number },
  ): Promise<Page<MembershipRecord>>
  findByExternalId(realm: OrganizationRealm, externalId: string): Promise<MemberRecord | null>
  /** The member who owns a registration of this kind. */
  findByRegistrationId(
    realm: OrganizationRealm,
    kind: RegistrationKind,
    registrationId: string,
  ): Promise<MemberRecord | null>
  /** Newest first. */
  list(
    realm: OrganizationRealm,
    options: { cursor?: string; limit: number; status?: MemberStatus },
  ): Promise<Page<MemberRecord>>
  /** Newest first, with the number of all members that match. */
  search(
    realm: OrganizationRealm,
    query: MemberQuery,
    options: { cursor?: string; limit: number },
  ): Promise<Page<MemberRecord> & { total: number }>
  /** Reads the member and locks its row until the transaction ends. */
  lockRow(realm: OrganizationRealm, id: string): Promise<MemberRecord | null>
  /** Keeps the time of the latest sign-in of a break-glass member. */
  recordBreakGlassSignIn(realm: OrganizationRealm, id: string, now: Instant): Promise<void>
  /** The latest sign-in of each member who signed in while being a break-glass member. */
  listBreakGlassSignIns(realm: OrganizationRealm): Promise<{ memberId: string; signedInAt: Instant }[]>
  /** False if the organization has no such member. */
  update(realm: OrganizationRealm, id: string, change: MemberChange, now: Instant): Promise<boolean>
  /**
   * Sets the status `deleted`, ends the member's sessions and grants and voids what was issued for it. Returns the ids
   * of the ended sessions, or null if the organization has no such member or it was removed before.
   */
  remove(realm: OrganizationRealm, id: string, now: Instant): Promise<string[] | null>
}

export interface InvitationQuery {
  states?: readonly InvitationRecord['state'][]
  /** Only those that expire before it. */
  expiresBefore?: Instant
  /** Only those that expire after it. */
  expiresAfter?: Instant
}

export interface InvitationVerbs {
  /** Replaces the earlier invitation of the member. */
  set(invitation: InvitationRecord): Promise<void>
  /** Changes nothing in other states. */
  change(
    realm: OrganizationRealm,
    memberId: string,
    states: { from: readonly InvitationRecord['state'][]; to: InvitationRecord['state'] },
  ): Promise<void>
  /** For the invitations of an address in all projects that were not accepted. */
  bounce(address: string): Promise<void>
  /** Of these members, in no order. */
  list(realm: OrganizationRealm, memberIds: readonly string[]): Promise<InvitationRecord[]>
  /** Those in one of the states, of the newest members first. */
  listOfOrganization(
    realm: OrganizationRealm,
    query: InvitationQuery,
    options: { cursor?: string; limit: number },
  ): Promise<Page<InvitationRecord>>
}

/** Every verb reads and writes the roles of one organization only. Members and organizations are read with theirs. */
export interface RoleVerbs {
  /** Replaces the roles that the member has from this source. False if the organization has no such member. */
  replace(
    realm: OrganizationRealm,
    memberId: string,
    source: Pick<MemberRoleRecord, 'sourceKind' | 'sourceId'>,
    roleIds: readonly string[],
  ): Promise<boolean>
  /** Removes all roles from a source that no longer exists, such as a deleted connection. */
  removeSource(realm: OrganizationRealm, source: Pick<MemberRoleRecord, 'sourceKind' | 'sourceId'>): Promise<void>
  /** The ids of the active members to whom the role is assigned, in their order. */
  listMembers(realm: OrganizationRealm, roleId: string): Promise<string[]>
  /** False if the organization has a role with this id. */
  insertCustom(role: CustomRoleRecord): Promise<boolean>
  /** False if the organization has no such role. */
  updateCustom(
    realm: OrganizationRealm,
    roleId: string,
    change: Partial<Pick<CustomRoleRecord, 'description' | 'permissions'>>,
    now: Instant,
  ): Promise<boolean>
  /** Removes the role from all members, too. False if the organization has no such role. */
  removeCustom(realm: OrganizationRealm, roleId: string): Promise<boolean>
}
