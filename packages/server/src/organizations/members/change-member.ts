// Changes of a member, for organization admins, for the member, for backends and for the command line.
import type { JsonObject, KnownErrorType } from '@latchkey/contract'
import { type B2bUnlinkRetiredEmailRequest, builtInRoleIds, type MfaMethod } from '@latchkey/contract/b2b'
import { mergeMetadata } from '../../accounts/metadata.ts'
import { newRegistration } from '../../accounts/new-account.ts'
import { type AuditSource, audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import type { MemberNoticeKind } from '../../delivery/templates/notice.ts'
import { emailIdentifier, type Identifier, phoneIdentifier } from '../../identifiers/identifier.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord, OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { requireBreakGlass } from '../break-glass.ts'
import { directAssignment, directRolesOf } from '../member.ts'
import { missingForGrant, storedRoles } from '../roles.ts'
import { requireFreeAddress } from './insert-member.ts'
import { hasOpenInvitation, openInvitationStates } from './invitation-state.ts'
import { emailOf, memberState } from './member-state.ts'
import { notifyOfChange } from './notify-of-change.ts'

type MemberContext = Pick<ProviderContext, 'storage' | 'vault' | 'clock' | 'random'>

/** Whose change it is, and of which organization. */
export interface MemberChangeSource {
  source: AuditSource & { project: ProjectRecord }
  organization: OrganizationRecord
  /** The roles of the member who makes the change; null for a backend and an operator. */
  granter: readonly string[] | null
}

/** Without a field, its value is kept. */
export interface MemberFields {
  name?: string
  trusted_metadata?: JsonObject
  untrusted_metadata?: JsonObject
  is_breakglass?: boolean
  mfa_enrolled?: boolean
  default_mfa_method?: MfaMethod
  /** Replaces the roles that were assigned directly. */
  roles?: string[]
  mfa_phone_number?: string
  email_address?: string
  /** Other members may use the former address. */
  unlink_email?: boolean
}

/** Whether a change needs a session that has proven what the organization requires, if it is one of the member's own. */
export function changesSecondFactors({ mfa_enrolled, mfa_phone_number, default_mfa_method }: MemberFields): boolean {
  return [mfa_enrolled, mfa_phone_number, default_mfa_method].some((value) => value !== undefined)
}

export async function updateMember(
  context: MemberContext,
  change: MemberChangeSource & { memberId: string; fields: MemberFields; keepsSessions?: boolean | undefined },
): Promise<MemberRecord> {
  const { source, organization, memberId, fields, keepsSessions = false } = change
  const { project } = source
  const realm = organizationRealm(organization)
  const now = context.clock.now()
  const phone = fields.mfa_phone_number === undefined ? null : await phoneIdentifier(fields.mfa_phone_number)
  return context.storage.transaction(async (tx) => {
    const before = await lockPresentMember(tx, organization, memberId)
    if (fields.roles) await requireRoleChange(tx, change, before, fields.roles)
    const hasNewAddress = await changeEmail(tx, context, project, before, fields)
    const hasNewPhone = await changePhone(tx, context, project, before, phone)
    const { account } = before
    await tx.members.update(
      realm,
      memberId,
      {
        ...(fields.name === undefined ? {} : { name: fields.name }),
        ...(fields.is_breakglass === undefined ? {} : { isBreakglass: fields.is_breakglass }),
        ...(fields.mfa_enrolled === undefined ? {} : { mfaEnrolled: fields.mfa_enrolled }),
        ...(fields.default_mfa_method === undefined ? {} : { defaultMfaMethod: fields.default_mfa_method }),
        ...(fields.trusted_metadata === undefined
          ? {}
          : { trustedMetadata: mergeMetadata('trusted_metadata', account.trustedMetadata, fields.trusted_metadata) }),
        ...(fields.untrusted_metadata === undefined
          ? {}
          : {
              untrustedMetadata: mergeMetadata(
                'untrusted_metadata',
                account.untrustedMetadata,
                fields.untrusted_metadata,
              ),
            }),
      },
      now,
    )
    if (fields.roles) await tx.roles.replace(realm, memberId, directAssignment, fields.roles)
    if (hasNewAddress || hasNewPhone || changesSignIn(before, fields)) {
      requireNotMorePowerful(change, before)
      await endAccess(tx, context, project, before, keepsSessions)
    }
    const notices: MemberNoticeKind[] = [
      ...(hasNewAddress ? (['email_changed'] as const) : []),
      ...(hasNewPhone ? (['mfa_phone_changed'] as const) : []),
      ...noticesOfFactors(before, fields, source.actor?.id === memberId),
    ]
    for (const kind of notices) await notifyOfChange(tx, context, source, { member: before, organization, kind })
    await requireBreakGlass(tx, organization, before, now)
    await audit(tx, context, source, { event: 'member_update', result: 'ok', targetId: memberId })
    return requireMember(tx, organization, memberId)
  })
}

/** Sets the status `deleted` and ends the sessions and secrets of the member, in one transaction. */
export async function removeMember(
  context: MemberContext,
  change: MemberChangeSource & { memberId: string; onlyInvited?: boolean },
): Promise<void> {
  const { source, organization, memberId, onlyInvited = false } = change
  const { project } = source
  await context.storage.transaction(async (tx) => {
    const before = await lockMember(tx, organization, memberId)
    if (onlyInvited && !(await hasOpenInvitation(tx, before))) throw new ProviderError('invitation_not_found')
    requireNotMorePowerful(change, before)
    await requireOtherAdmin(tx, organization, before)
    const ended = await tx.members.remove(organizationRealm(organization), memberId, context.clock.now())
    if (ended === null) throw new ProviderError('member_not_found')
    await requireBreakGlass(tx, organization, before, context.clock.now())
    await tx.invitations.change(organizationRealm(organization), memberId, {
      from: openInvitationStates,
      to: 'revoked',
    })
    await announceSessionEnd(tx, context, project, ended)
    await audit(tx, context, source, { event: 'member_delete', result: 'ok', targetId: memberId })
  })
}

/**
 * Continues the transaction in which the invited person declined: removes the member. `dead` is the error for a member
 * who is no longer invited, such as one who accepted by another sign-in.
 */
export async function endInvitation(
  tx: StorageVerbs,
  context: MemberContext,
  change: Omit<MemberChangeSource, 'granter'> & { memberId: string; dead: KnownErrorType },
): Promise<void> {
  const { source, organization, memberId, dead } = change
  const realm = organizationRealm(organization)
  const member = await tx.members.lockRow(realm, memberId)
  if (member?.status !== 'invited' && member?.status !== 'pending') throw new ProviderError(dead)
  await tx.members.remove(realm, memberId, context.clock.now())
  await tx.invitations.change(realm, memberId, { from: openInvitationStates, to: 'declined' })
  await audit(tx, context, source, {
    event: 'invitation_decline',
    result: 'ok',
    accountId: memberId,
    targetId: memberId,
  })
}

export async function reactivateMember(
  context: MemberContext,
  change: MemberChangeSource & { memberId: string },
): Promise<MemberRecord> {
  const { source, organization, memberId } = change
  return context.storage.transaction(async (tx) => {
    const before = await lockMember(tx, organization, memberId)
    if (before.status !== 'deleted') throw new ProviderError('no_deleted_member_found_for_reactivation')
    requireNotMorePowerful(change, before)
    await tx.members.update(organizationRealm(organization), memberId, { status: 'active' }, context.clock.now())
    await audit(tx, context, source, { event: 'member_reactivate', result: 'ok', targetId: memberId })
    return requireMember(tx, organization, memberId)
  })
}

/** Frees a former address for other members. */
export async function unlinkRetiredEmail(
  context: MemberContext,
  change: MemberChangeSource & { memberId: string } & B2bUnlinkRetiredEmailRequest,
): Promise<MemberRecord> {
  const { source, organization, memberId, email_id, email_address } = change
  const key = email_address === undefined ? undefined : emailIdentifier(email_address).key
  return context.storage.transaction(async (tx) => {
    const { account } = await lockMember(tx, organization, memberId)
    const former = account.registrations.find(
      ({ kind, id, uniqueKey }) => kind === 'email_retired' && (id === email_id || uniqueKey === key),
    )
    if (former === undefined) throw new ProviderError('email_not_found')
    await tx.accounts.removeRegistration(account.projectId, account.id, former.kind, former.id)
    await audit(tx, context, source, { event: 'member_update', result: 'ok', targetId: memberId })
    return requireMember(tx, organization, memberId)
  })
}

/** An id of another organization is not found. */
export async function requireMember(
  verbs: Pick<StorageVerbs, 'members'>,
  organization: OrganizationRecord,
  memberId: string,
): Promise<MemberRecord> {
  const found = await verbs.members.get(organizationRealm(organization), memberId)
  if (found === null) throw new ProviderError('member_not_found')
  return found
}

/** Rejects roles that do not exist, and those with permissions that the granter does not have. */
export function requireGrantable(
  { source: { project }, organization, granter }: MemberChangeSource,
  roles: readonly string[],
): void {
  const rbac = storedRoles(project, organization)
  const known = new Set(rbac.roles.map(({ role_id }) => role_id))
  const unknown = roles.findIndex((role) => !known.has(role))
  if (unknown >= 0) throw refuseField(`.roles[${unknown}]`, 'is not a role of the organization', 'enum')
  const missing = granter === null ? [] : missingForGrant(rbac, granter, roles)
  if (missing.length > 0) throw new ProviderError('unauthorized_action', { details: { missing } })
}

/** The same for a change that makes no sense for a member who was removed. */
export async function lockPresentMember(
  tx: Pick<StorageVerbs, 'members'>,
  organization: OrganizationRecord,
  memberId: string,
): Promise<MemberRecord> {
  const found = await lockMember(tx, organization, memberId)
  if (found.status === 'deleted') throw new ProviderError('action_available_only_for_active_members')
  return found
}

async function lockMember(
  tx: Pick<StorageVerbs, 'members'>,
  organization: OrganizationRecord,
  memberId: string,
): Promise<MemberRecord> {
  const found = await tx.members.lockRow(organizationRealm(organization), memberId)
  if (found === null) throw new ProviderError('member_not_found')
  return found
}

async function requireRoleChange(
  tx: StorageVerbs,
  change: MemberChangeSource,
  before: MemberRecord,
  roles: readonly string[],
): Promise<void> {
  const direct = directRolesOf(before)
  requireGrantable(
    change,
    roles.filter((role) => !direct.includes(role)),
  )
  const kept = before.roles.filter(({ sourceKind }) => sourceKind !== directAssignment.sourceKind)
  const isAdmin = [...roles, ...kept.map(({ roleId }) => roleId)].includes(builtInRoleIds.admin)
  if (!isAdmin) await requireOtherAdmin(tx, change.organization, before)
}

/** Members change nothing about how a member with more permissions signs in: they could take over the account. */
export function requireNotMorePowerful(
  { source: { project }, organization, granter }: MemberChangeSource,
  member: MemberRecord,
): void {
  if (granter === null) return
  const { rbac, roles } = memberState(project, organization, member)
  const held = roles.map(({ roleId }) => roleId)
  const missing = missingForGrant(rbac, granter, held)
  if (missing.length > 0) throw new ProviderError('unauthorized_action', { details: { missing } })
}

/** An organization that has an admin keeps one. All admins are locked: two of them cannot remove each other at once. */
async function requireOtherAdmin(
  tx: StorageVerbs,
  organization: OrganizationRecord,
  member: MemberRecord,
): Promise<void> {
  if (!isActiveAdmin(member)) return
  const realm = organizationRealm(organization)
  for (const id of await tx.roles.listMembers(realm, builtInRoleIds.admin)) {
    const found = await tx.members.lockRow(realm, id)
    if (id !== member.id && found !== null && isActiveAdmin(found)) return
  }
  throw new ProviderError('unauthorized_action', { details: { reason: 'last_admin' } })
}

function isActiveAdmin({ status, roles }: MemberRecord): boolean {
  return status === 'active' && roles.some(({ roleId }) => roleId === builtInRoleIds.admin)
}

/**
 * The new address is not proven: the first sign-in proves it. Other members cannot use the former one, unless it is
 * unlinked. False if it is the address of the member already.
 */
async function changeEmail(
  tx: StorageVerbs,
  context: MemberContext,
  project: ProjectRecord,
  member: MemberRecord,
  { email_address: text, unlink_email: isUnlinked = false }: MemberFields,
): Promise<boolean> {
  const identifier = text === undefined ? null : emailIdentifier(text)
  if (identifier === null || identifier.key === emailOf(member)?.uniqueKey) return false
  await replaceEmail(tx, context, project, member, identifier, { isVerified: false, isUnlinked })
  return true
}

/** The former address is retired, or removed if it is unlinked. */
export async function replaceEmail(
  tx: StorageVerbs,
  { clock, random }: Pick<MemberContext, 'clock' | 'random'>,
  project: ProjectRecord,
  { account }: MemberRecord,
  identifier: Identifier,
  { isVerified: verified, isUnlinked }: { isVerified: boolean; isUnlinked: boolean },
): Promise<void> {
  const former = emailOf({ account })
  const now = clock.now()
  await requireFreeAddress(tx, account, identifier.key)
  const { projectId, id } = account
  for (const { kind, id: registrationId, uniqueKey } of account.registrations)
    if (kind === 'email' || (kind === 'email_retired' && uniqueKey === identifier.key))
      await tx.accounts.removeRegistration(projectId, id, kind, registrationId)
  const added = [newRegistration({ project, account, identifier, verified, now, random })]
  if (former && !isUnlinked) {
    const retired = newRegistration({ project, account, identifier, verified: false, now, random })
    added.push({ ...retired, kind: 'email_retired', uniqueKey: former.uniqueKey })
  }
  // Another request took the address since it was read.
  if (!(await tx.accounts.addRegistration(...added))) throw new ProviderError('duplicate_member_email')
}

/** The new number is not proven. Two members of an organization have different ones. */
export async function changePhone(
  tx: StorageVerbs,
  { clock, random }: Pick<MemberContext, 'clock' | 'random'>,
  project: ProjectRecord,
  { account }: MemberRecord,
  identifier: Identifier | null,
): Promise<boolean> {
  const former = account.registrations.find(({ kind }) => kind === 'phone_number')
  if (identifier === null || identifier.key === former?.uniqueKey) return false
  if (former) await tx.accounts.removeRegistration(account.projectId, account.id, former.kind, former.id)
  const added = newRegistration({ project, account, identifier, verified: false, now: clock.now(), random })
  if (!(await tx.accounts.addRegistration(added))) throw new ProviderError('duplicate_member_phone_number')
  return true
}

/** Voids every link and code that was sent before, and ends the sessions of the member and what applications were given. */
export async function endAccess(
  tx: StorageVerbs,
  context: MemberContext,
  project: ProjectRecord,
  { id }: MemberRecord,
  keepsSessions: boolean,
): Promise<void> {
  const now = context.clock.now()
  await tx.accounts.invalidateSecrets(project.id, id, now)
  if (keepsSessions) return
  await tx.oauthGrants.revokeForAccount(project.id, id, now)
  const ended = await tx.sessions.revokeForSubject(project.id, id, now)
  await announceSessionEnd(tx, context, project, ended)
}

/** Whether the change decides who can sign in, or what a session may do. */
function changesSignIn(member: MemberRecord, next: MemberFields): boolean {
  const direct = directRolesOf(member)
  const { roles = direct } = next
  return changesFactors(member, next) || [...new Set(roles)].sort().join('\n') !== [...direct].sort().join('\n')
}

/** Members know what they change themselves, but an attacker in their session may turn off the second factor. */
function noticesOfFactors(before: MemberRecord, next: MemberFields, isOwn: boolean): MemberNoticeKind[] {
  if (!isOwn) return changesFactors(before, next) ? ['sign_in_changed'] : []
  return before.mfaEnrolled && next.mfa_enrolled === false ? ['mfa_turned_off'] : []
}

function changesFactors({ isBreakglass, mfaEnrolled, defaultMfaMethod }: MemberRecord, next: MemberFields): boolean {
  const { is_breakglass = isBreakglass, mfa_enrolled = mfaEnrolled, default_mfa_method = defaultMfaMethod } = next
  return is_breakglass !== isBreakglass || mfa_enrolled !== mfaEnrolled || default_mfa_method !== defaultMfaMethod
}
