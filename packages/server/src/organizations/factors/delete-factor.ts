import type { MemberResponse } from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import type { RegistrationKind } from '../../methods/methods.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requireMember } from '../members/change-member.ts'
import { requireSignedInMember } from '../members/member-caller.ts'
import { memberAnswer } from '../sign-in/member-response.ts'
import { requireSatisfiedPolicy } from '../sign-in/second-factor-caller.ts'
import { removeMemberFactor } from './remove-factor.ts'

type Answer = Promise<DataOf<MemberResponse>>

/** The call that removes a factor of another member. An admin can also name itself. */
export function deleteFactorOf(kind: RegistrationKind) {
  return async (context: ProviderContext, call: Call<null>): Answer => {
    const self = await requireSignedInMember(call)
    const member = await requireMember(context.storage, self.organization, call.params.member_id ?? '')
    if (member.id === self.member.id) requireSatisfiedPolicy(self, self.caller, context.clock.now())
    return memberAnswer(await removeMemberFactor(context, call, { member, kind }))
  }
}

/** The call that removes a factor of the member itself. */
export function deleteOwnFactor(kind: RegistrationKind) {
  return async (context: ProviderContext, call: Call<null>): Answer => {
    const self = await requireSignedInMember(call)
    requireSatisfiedPolicy(self, self.caller, context.clock.now())
    const { member } = self
    return memberAnswer(await removeMemberFactor(context, call, { member, kind }))
  }
}
