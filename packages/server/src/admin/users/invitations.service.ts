import type {
  AdminInvitationsCreateRequest,
  AdminInvitationsListRequest,
  AdminInvitationsResendRequest,
  AdminMemberResponse,
  AdminMembersListResponse,
} from '@latchkey/contract/admin'
import type { DataOf } from '../../core/route.ts'
import { removeMember } from '../../organizations/members/change-member.ts'
import { storedInvitations } from '../../organizations/members/invitation-state.ts'
import type { InvitationSource } from '../../organizations/members/invite-member.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { idOf, memberAnswer, memberViews, requireSignIns, sourceOf } from './members.service.ts'
import { pageOf, requireBusiness } from './organizations.service.ts'

/** Loaded with the first message: other commands start without templates. */
const load = () => import('../../organizations/members/invite-member.ts')

export async function listInvitations(
  context: AdminContext,
  call: AdminCall<AdminInvitationsListRequest>,
): Promise<DataOf<AdminMembersListResponse>> {
  const { storage, clock } = context
  const realm = organizationRealm((await sourceOf(context, call)).organization)
  const { state, ...page } = call.request
  const query = state === undefined ? {} : storedInvitations(state, clock.now())
  const { items, nextCursor } = await storage.invitations.listOfOrganization(realm, query, pageOf(page))
  const ids = items.map(({ memberId }) => memberId)
  const wanted = { operator: 'AND', ids: [ids], includesDeleted: true } as const
  const found = ids.length === 0 ? [] : (await storage.members.search(realm, wanted, { limit: ids.length })).items
  return { members: await memberViews(context, realm, found), next_cursor: nextCursor }
}

export async function createInvitation(
  context: AdminContext,
  call: AdminCall<AdminInvitationsCreateRequest>,
): Promise<DataOf<AdminMemberResponse>> {
  requireBusiness(call.project)
  const invitation = { ...(await invitationOf(context, call)), fields: call.request }
  return memberAnswer(context, await (await load()).inviteMember(context, invitation))
}

export async function resendInvitation(
  context: AdminContext,
  call: AdminCall<AdminInvitationsResendRequest>,
): Promise<DataOf<AdminMemberResponse>> {
  const invitation = { ...(await invitationOf(context, call)), memberId: idOf(call), fields: call.request }
  return memberAnswer(context, await (await load()).resendInvitation(context, invitation))
}

export async function revokeInvitation(context: AdminContext, call: AdminCall<null>): Promise<object> {
  await removeMember(context, { ...(await sourceOf(context, call)), memberId: idOf(call), onlyInvited: true })
  return {}
}

async function invitationOf(context: AdminContext, call: AdminCall<unknown>): Promise<InvitationSource> {
  const source = await sourceOf(context, call)
  requireSignIns(source.organization)
  return { ...source, inviter: null }
}
