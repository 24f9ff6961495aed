import type {
  B2bSelfGetResponse,
  B2bSelfUpdateRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
  MemberResponse,
} from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { changesSecondFactors, unlinkRetiredEmail, updateMember } from '../../organizations/members/change-member.ts'
import { startEmailUpdate } from '../../organizations/members/email-update.ts'
import { type MemberCaller, requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { memberView } from '../../organizations/members/member-view.ts'
import { memberAnswer } from '../../organizations/sign-in/member-response.ts'
import { requireSatisfiedPolicy } from '../../organizations/sign-in/second-factor-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeChange } from '../../sessions/count-change.ts'
import { refuseImpersonated, requireRecentSignIn } from '../../sessions/step-up.ts'

export async function getSelf(_context: ProviderContext, call: Call<null>): Promise<DataOf<B2bSelfGetResponse>> {
  return { member: memberView(await requireSignedInMember(call)) }
}

/** Members change what they may change themselves: other fields of the request are ignored. */
export async function changeSelf(
  context: ProviderContext,
  call: Call<B2bSelfUpdateRequest>,
): Promise<DataOf<MemberResponse>> {
  const self = await requireSignedInMember(call)
  const { name, untrusted_metadata, mfa_enrolled, mfa_phone_number, default_mfa_method } = call.body
  if (changesSecondFactors(call.body)) {
    const now = context.clock.now()
    requireRecentSignIn(call.project, self.caller, now)
    requireSatisfiedPolicy(self, self.caller, now)
    // Each change can send a notice.
    await takeChange(context, call, self.member.account)
  } else refuseImpersonated(self.caller.session)
  const { organization } = self
  const member = await updateMember(context, {
    ...sourceOf(call, self),
    fields: {
      ...(name === undefined ? {} : { name }),
      ...(untrusted_metadata === undefined ? {} : { untrusted_metadata }),
      ...(mfa_enrolled === undefined ? {} : { mfa_enrolled }),
      ...(mfa_phone_number === undefined ? {} : { mfa_phone_number }),
      ...(default_mfa_method === undefined ? {} : { default_mfa_method }),
    },
    keepsSessions: true,
  })
  return memberAnswer(memberState(call.project, organization, member))
}

export async function unlinkOwnEmail(
  context: ProviderContext,
  call: Call<B2bUnlinkRetiredEmailRequest>,
): Promise<DataOf<MemberResponse>> {
  const self = await requireSignedInMember(call)
  refuseImpersonated(self.caller.session)
  const member = await unlinkRetiredEmail(context, { ...sourceOf(call, self), ...call.body })
  return memberAnswer(memberState(call.project, self.organization, member))
}

export async function startOwnEmailUpdate(
  context: ProviderContext,
  call: Call<B2bStartEmailUpdateRequest>,
): Promise<DataOf<MemberResponse>> {
  const { member } = await requireSignedInMember(call)
  return memberAnswer(await startEmailUpdate(context, call, member.id))
}

function sourceOf(call: Call<unknown>, { organization, roles, member }: MemberCaller) {
  return { source: call, organization, granter: roles.map(({ roleId }) => roleId), memberId: member.id }
}
