import type {
  AdminInvitation,
  AdminMember,
  AdminMemberResponse,
  AdminMembersCreateRequest,
  AdminMembersListResponse,
  AdminMembersSearchResponse,
  AdminMembersUpdateRequest,
  PageRequest,
} from '@latchkey/contract/admin'
import type {
  B2bOrganizationMembersSearchRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { memberRegistrationFields, type RegistrationKind, registrationKinds } from '../../methods/methods.ts'
import { directRolesOf, nameOfMember } from '../../organizations/member.ts'
import { addMember } from '../../organizations/members/add-member.ts'
import {
  type MemberChangeSource,
  reactivateMember,
  removeMember,
  requireMember,
  unlinkRetiredEmail,
  updateMember,
} from '../../organizations/members/change-member.ts'
import { invitationState } from '../../organizations/members/invitation-state.ts'
import { memberQuery } from '../../organizations/members/member-query.ts'
import { type OrganizationRealm, organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord, OrganizationRecord } from '../../storage/records.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { pageOf, requireBusiness, requireOrganization } from './organizations.service.ts'

/** What a member has at most one of, and can sign in without. */
const removableKinds = (Object.keys(registrationKinds) as RegistrationKind[]).filter(
  (kind) => kind === 'password' || registrationKinds[kind].mfaMethod !== undefined,
)

function memberView(member: MemberRecord, invitation: AdminInvitation | null): AdminMember {
  const { account } = member
  const { email_address, email_address_verified, retired_email_addresses, mfa_phone_number } = memberRegistrationFields(
    account.registrations,
  )
  return {
    ...{ member_id: member.id, organization_id: member.organizationId, status: member.status },
    ...{ email_address, email_address_verified, retired_email_addresses, mfa_phone_number },
    name: nameOfMember(member),
    ...{ trusted_metadata: account.trustedMetadata, untrusted_metadata: account.untrustedMetadata },
    ...{ is_breakglass: member.isBreakglass, mfa_enrolled: member.mfaEnrolled, roles: directRolesOf(member) },
    default_mfa_method: member.defaultMfaMethod ?? '',
    invitation,
    ...{ created_at: rfc3339(member.createdAt), updated_at: rfc3339(account.updatedAt) },
  }
}

export async function memberViews(
  { storage, clock }: AdminContext,
  realm: OrganizationRealm,
  members: readonly MemberRecord[],
): Promise<AdminMember[]> {
  const found = await storage.invitations.list(
    realm,
    members.map(({ id }) => id),
  )
  const invitations = new Map(found.map((one) => [one.memberId, one]))
  return members.map((member) => {
    const invitation = invitations.get(member.id)
    if (invitation === undefined) return memberView(member, null)
    const times = { sent_at: rfc3339(invitation.sentAt), expires_at: rfc3339(invitation.expiresAt) }
    return memberView(member, { state: invitationState(invitation, clock.now()), ...times })
  })
}

export async function memberAnswer(context: AdminContext, member: MemberRecord): Promise<DataOf<AdminMemberResponse>> {
  const [view] = await memberViews(context, member, [member])
  if (view === undefined) throw new TypeError('A member has one view.')
  return { member: view }
}

export async function listMembers(
  context: AdminContext,
  { project, params, request }: AdminCall<PageRequest>,
): Promise<DataOf<AdminMembersListResponse>> {
  const organization = await requireOrganization(context.storage, project, params.organization_id)
  const realm = organizationRealm(organization)
  const { items, nextCursor } = await context.storage.members.list(realm, pageOf(request))
  return { members: await memberViews(context, realm, items), next_cursor: nextCursor }
}

export async function searchMembers(
  context: AdminContext,
  { project, params, request }: AdminCall<B2bOrganizationMembersSearchRequest>,
): Promise<DataOf<AdminMembersSearchResponse>> {
  const organization = await requireOrganization(context.storage, project, params.organization_id)
  const realm = organizationRealm(organization)
  const { query, ...page } = request
  const wanted = await memberQuery({ project, organization }, query)
  const { items, total, nextCursor } = await context.storage.members.search(realm, wanted, pageOf(page))
  return { members: await memberViews(context, realm, items), total, next_cursor: nextCursor }
}

export async function createMember(
  context: AdminContext,
  call: AdminCall<AdminMembersCreateRequest>,
): Promise<DataOf<AdminMemberResponse>> {
  requireBusiness(call.project)
  const { status = 'active', ...fields } = call.request
  const created = await addMember(context, {
    ...(await sourceOf(context, call)),
    fields,
    status,
    isVerified: status === 'active',
  })
  return memberAnswer(context, created)
}

export async function getMember(context: AdminContext, call: AdminCall<null>): Promise<DataOf<AdminMemberResponse>> {
  const { organization } = await sourceOf(context, call)
  return memberAnswer(context, await requireMember(context.storage, organization, idOf(call)))
}

export async function changeMember(
  context: AdminContext,
  call: AdminCall<AdminMembersUpdateRequest>,
): Promise<DataOf<AdminMemberResponse>> {
  const { preserve_existing_sessions: keepsSessions, ...fields } = call.request
  const source = await sourceOf(context, call)
  return memberAnswer(context, await updateMember(context, { ...source, memberId: idOf(call), fields, keepsSessions }))
}

export async function deleteMember(context: AdminContext, call: AdminCall<null>): Promise<object> {
  await removeMember(context, { ...(await sourceOf(context, call)), memberId: idOf(call) })
  return {}
}

export async function restoreMember(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<AdminMemberResponse>> {
  const source = await sourceOf(context, call)
  return memberAnswer(context, await reactivateMember(context, { ...source, memberId: idOf(call) }))
}

export async function deleteFactor(context: AdminContext, call: AdminCall<null>): Promise<DataOf<AdminMemberResponse>> {
  const source = await sourceOf(context, call)
  const kind = removableKinds.find((one) => one === call.params.factor)
  if (kind === undefined) throw new ProviderError('registration_not_found')
  const { resetMemberFactor } = await import('../../organizations/factors/remove-factor.ts')
  return memberAnswer(context, await resetMemberFactor(context, { ...source, memberId: idOf(call), kind }))
}

export async function unlinkFormerEmail(
  context: AdminContext,
  call: AdminCall<B2bUnlinkRetiredEmailRequest>,
): Promise<DataOf<AdminMemberResponse>> {
  const source = await sourceOf(context, call)
  const change = { ...source, memberId: idOf(call), ...call.request }
  return memberAnswer(context, await unlinkRetiredEmail(context, change))
}

export async function startEmailUpdate(
  context: AdminContext,
  call: AdminCall<B2bStartEmailUpdateRequest>,
): Promise<DataOf<AdminMemberResponse>> {
  const source = await sourceOf(context, call)
  requireSignIns(source.organization)
  // Loaded with the first message: other commands start without templates.
  const { sendEmailUpdate } = await import('../../organizations/members/email-update.ts')
  const change = { ...source, memberId: idOf(call), fields: call.request }
  return memberAnswer(context, await sendEmailUpdate(context, change))
}

/** Rejects a message with a link that could not be used. */
export function requireSignIns({ suspendedAt }: OrganizationRecord): void {
  if (suspendedAt !== null) throw new ProviderError('organization_suspended')
}

export async function sourceOf({ storage }: AdminContext, call: AdminCall<unknown>): Promise<MemberChangeSource> {
  const organization = await requireOrganization(storage, call.project, call.params.organization_id)
  return { source: call, organization, granter: null }
}

export function idOf({ params }: AdminCall<unknown>): string {
  return params.member_id ?? ''
}
