import { endFactor } from '../../accounts/end-factor.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { type RegistrationKind, registrationKinds } from '../../methods/methods.ts'
import { notify } from '../../notices/notify.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated, requireRecentSignIn } from '../../sessions/step-up.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord } from '../../storage/records.ts'
import { endAccess, lockPresentMember, requireMember, requireNotMorePowerful } from '../members/change-member.ts'
import { requireSignedInMember } from '../members/member-caller.ts'
import { type MemberState, memberState } from '../members/member-state.ts'

/**
 * Removes what a member signs in with, and tells the member. A removal by an admin ends all sessions of the member; one
 * by the member those that the factor proved, except for the session that removes it.
 */
export async function removeMemberFactor(
  context: ProviderContext,
  call: Call<unknown>,
  { member, kind }: { member: Pick<MemberRecord, 'id'> | null; kind: RegistrationKind },
): Promise<MemberState> {
  const { project } = call
  const { organization, roles, caller, member: self } = await requireSignedInMember(call)
  const isOwn = member?.id === self.id
  const missing = registrationKinds[kind].notFoundError ?? 'registration_not_found'
  if (isOwn) requireRecentSignIn(project, caller, context.clock.now())
  else refuseImpersonated(caller.session)
  if (member === null) throw new ProviderError(missing)
  const granter = roles.map(({ roleId }) => roleId)
  const after = await context.storage.transaction(async (tx) => {
    const before = await lockPresentMember(tx, organization, member.id)
    const { account } = before
    const found = account.registrations.filter((one) => one.kind === kind)
    // An enrollment whose code was never entered is no factor.
    const removed = found.find(({ verified }) => verified || !registrationKinds[kind].endsUnverified)
    if (removed === undefined) throw new ProviderError(missing)
    if (!isOwn) requireNotMorePowerful({ source: call, organization, granter }, before)
    for (const { id } of found) await tx.accounts.removeRegistration(project.id, account.id, kind, id)
    const { mfaMethod } = registrationKinds[kind]
    const now = context.clock.now()
    if (mfaMethod !== undefined && before.defaultMfaMethod === mfaMethod)
      await tx.members.update(organizationRealm(organization), account.id, { defaultMfaMethod: null }, now)
    await audit(tx, context, call, {
      ...({ event: 'factor_remove', result: 'ok' } as const),
      ...{ accountId: account.id, targetId: removed.id },
    })
    if (!isOwn) await audit(tx, context, call, { event: 'member_update', result: 'ok', targetId: account.id })
    await endFactor(tx, context, call, { account, removed, remover: caller.session })
    if (!isOwn) await endAccess(tx, context, project, before, false)
    // Sent to the addresses from before the removal.
    await notify(tx, context, call, account, 'factor_removed', { factor: kind })
    return requireMember(tx, organization, account.id)
  })
  return memberState(project, organization, after)
}
