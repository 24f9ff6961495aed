import type { B2bMagicLinksEmailInviteRequest, MemberResponse } from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { inviteMember } from '../../organizations/members/invite-member.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { memberAnswer } from '../../organizations/sign-in/member-response.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'

/** Invites an address to the organization of the caller. */
export async function sendInvitation(
  context: ProviderContext,
  call: Call<B2bMagicLinksEmailInviteRequest>,
): Promise<DataOf<MemberResponse>> {
  const { project, body } = call
  requireMethod(project, 'magicLinks')
  const { organization, roles, caller, member: inviter } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  const granter = roles.map(({ roleId }) => roleId)
  const invited = await inviteMember(context, { source: call, organization, granter, inviter, fields: body })
  return memberAnswer(memberState(project, organization, invited))
}
