import type {
  B2bOrganizationMembersCreateRequest,
  B2bOrganizationMembersDeleteResponse,
  B2bOrganizationMembersUpdateRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
  MemberResponse,
} from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { addMember } from '../../organizations/members/add-member.ts'
import {
  changesSecondFactors,
  type MemberChangeSource,
  reactivateMember,
  removeMember,
  unlinkRetiredEmail,
  updateMember,
} from '../../organizations/members/change-member.ts'
import { startEmailUpdate } from '../../organizations/members/email-update.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { memberAnswer } from '../../organizations/sign-in/member-response.ts'
import { requireSatisfiedPolicy } from '../../organizations/sign-in/second-factor-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import type { MemberRecord } from '../../storage/records.ts'

type Answer = Promise<DataOf<MemberResponse>>

export async function createMember(context: ProviderContext, call: Call<B2bOrganizationMembersCreateRequest>): Answer {
  const { create_member_as_pending: isPending = false, ...fields } = call.body
  const source = await sourceOf(call)
  const status = isPending ? 'pending' : 'active'
  // The first sign-in proves the address: an admin says nothing about its owner.
  return answer(source, await addMember(context, { ...source, fields, status, isVerified: false }))
}

export async function changeMember(context: ProviderContext, call: Call<B2bOrganizationMembersUpdateRequest>): Answer {
  const { preserve_existing_sessions: keepsSessions, ...fields } = call.body
  const source = await sourceOf(call)
  const self = await requireSignedInMember(call)
  // Admins change themselves with the same proof as all members.
  if (idOf(call) === self.member.id && changesSecondFactors(fields))
    requireSatisfiedPolicy(self, self.caller, context.clock.now())
  return answer(source, await updateMember(context, { ...source, memberId: idOf(call), fields, keepsSessions }))
}

export async function deleteMember(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOrganizationMembersDeleteResponse>> {
  await removeMember(context, { ...(await sourceOf(call)), memberId: idOf(call) })
  return { member_id: idOf(call) }
}

export async function restoreMember(context: ProviderContext, call: Call<null>): Answer {
  const source = await sourceOf(call)
  return answer(source, await reactivateMember(context, { ...source, memberId: idOf(call) }))
}

export async function unlinkFormerEmail(context: ProviderContext, call: Call<B2bUnlinkRetiredEmailRequest>): Answer {
  const source = await sourceOf(call)
  return answer(source, await unlinkRetiredEmail(context, { ...source, memberId: idOf(call), ...call.body }))
}

export async function startEmailUpdateOf(context: ProviderContext, call: Call<B2bStartEmailUpdateRequest>): Answer {
  return memberAnswer(await startEmailUpdate(context, call, idOf(call)))
}

async function sourceOf(call: Call<unknown>): Promise<MemberChangeSource> {
  const { organization, roles, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  return { source: call, organization, granter: roles.map(({ roleId }) => roleId) }
}

function answer({ source, organization }: MemberChangeSource, member: MemberRecord): DataOf<MemberResponse> {
  return memberAnswer(memberState(source.project, organization, member))
}

function idOf({ params }: Call<unknown>): string {
  return params.member_id ?? ''
}
