import type {
  AdminMember,
  AdminMemberResponse,
  AdminMembersCreateRequest,
  AdminMembersListResponse,
  AdminMembersUpdateRequest,
  PageRequest,
} from '@latchkey/contract/admin'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { memberRegistrationFields } from '../../methods/methods.ts'
import { directRolesOf, nameOfMember } from '../../organizations/member.ts'
import { addMember } from '../../organizations/members/add-member.ts'
import {
  type MemberChangeSource,
  reactivateMember,
  removeMember,
  requireMember,
  updateMember,
} from '../../organizations/members/change-member.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord } from '../../storage/records.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { pageOf, requireBusiness, requireOrganization } from './organizations.service.ts'

function memberView(member: MemberRecord): AdminMember {
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
    ...{ created_at: rfc3339(member.createdAt), updated_at: rfc3339(account.updatedAt) },
  }
}

export async function listMembers(
  { storage }: AdminContext,
  { project, params, request }: AdminCall<PageRequest>,
): Promise<DataOf<AdminMembersListResponse>> {
  const organization = await requireOrganization(storage, project, params.organization_id)
  const { items, nextCursor } = await storage.members.list(organizationRealm(organization), pageOf(request))
  return { members: items.map(memberView), next_cursor: nextCursor }
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
  return { member: memberView(created) }
}

export async function getMember(context: AdminContext, call: AdminCall<null>): Promise<DataOf<AdminMemberResponse>> {
  const { organization } = await sourceOf(context, call)
  return { member: memberView(await requireMember(context.storage, organization, idOf(call))) }
}

export async function changeMember(
  context: AdminContext,
  call: AdminCall<AdminMembersUpdateRequest>,
): Promise<DataOf<AdminMemberResponse>> {
  const { preserve_existing_sessions: keepsSessions, ...fields } = call.request
  const source = await sourceOf(context, call)
  return { member: memberView(await updateMember(context, { ...source, memberId: idOf(call), fields, keepsSessions })) }
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
  return { member: memberView(await reactivateMember(context, { ...source, memberId: idOf(call) })) }
}

async function sourceOf({ storage }: AdminContext, call: AdminCall<unknown>): Promise<MemberChangeSource> {
  const organization = await requireOrganization(storage, call.project, call.params.organization_id)
  return { source: call, organization, granter: null }
}

function idOf({ params }: AdminCall<unknown>): string {
  return params.member_id ?? ''
}
