import { builtInResourceId, type MemberResponse } from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { removeMemberFactor } from '../../organizations/factors/remove-factor.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { requirePermission } from '../../organizations/require-permission.ts'
import { memberAnswer } from '../../organizations/sign-in/member-response.ts'
import { requireSatisfiedPolicy } from '../../organizations/sign-in/second-factor-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'

type Answer = Promise<DataOf<MemberResponse>>

/** The id of the password decides whose it is, and with it which permission is required. */
export async function deleteMemberPassword(context: ProviderContext, call: Call<null>): Answer {
  const self = await requireSignedInMember(call)
  const id = call.params.member_password_id ?? ''
  const isOwn = self.member.account.registrations.some((one) => one.kind === 'password' && one.id === id)
  if (isOwn) requireSatisfiedPolicy(self, self.caller, context.clock.now())
  const roleIds = self.roles.map(({ roleId }) => roleId)
  const resource = builtInResourceId(isOwn ? 'self' : 'member')
  requirePermission(self.rbac, roleIds, [{ resource, action: 'update.info.delete.password' }])
  call.actor = { kind: 'member', id: self.member.id }
  const { members } = context.storage
  const realm = organizationRealm(self.organization)
  const owner = isOwn ? self.member : await members.findByRegistrationId(realm, 'password', id)
  return memberAnswer(await removeMemberFactor(context, call, { member: owner, kind: 'password' }))
}
