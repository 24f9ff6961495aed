import type { KnownErrorType } from '@latchkey/contract'
import { endFactor } from '../../accounts/end-factor.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { type RegistrationKind, registrationKinds } from '../../methods/methods.ts'
import { notify } from '../../notices/notify.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated, requireRecentSignIn } from '../../sessions/step-up.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord, SessionRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { requireBreakGlass } from '../break-glass.ts'
import {
  endAccess,
  lockPresentMember,
  type MemberChangeSource,
  requireMember,
  requireNotMorePowerful,
} from '../members/change-member.ts'
import { requireSignedInMember } from '../members/member-caller.ts'
import { type MemberState, memberState } from '../members/member-state.ts'
import { notifyOfChange } from '../members/notify-of-change.ts'

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
  if (isOwn) requireRecentSignIn(project, caller, context.clock.now())
  else refuseImpersonated(caller.session)
  if (member === null) throw new ProviderError(missingError(kind))
  const granter = roles.map(({ roleId }) => roleId)
  const after = await context.storage.transaction(async (tx) => {
    const { account } = await removeFactor(tx, context, {
      ...{ source: call, organization, granter: isOwn ? null : granter, memberId: member.id, kind },
      remover: isOwn ? caller.session : null,
    })
    // Sent to the addresses from before the removal.
    await notify(tx, context, call, account, 'factor_removed', { factor: kind })
    return requireMember(tx, organization, account.id)
  })
  return memberState(project, organization, after)
}

/** The same for a backend and an operator. */
export async function resetMemberFactor(
  context: RemovalContext,
  change: MemberChangeSource & { memberId: string; kind: RegistrationKind },
): Promise<MemberRecord> {
  const { source, organization, memberId } = change
  return context.storage.transaction(async (tx) => {
    const member = await removeFactor(tx, context, { ...change, remover: null })
    await notifyOfChange(tx, context, source, { member, organization, kind: 'sign_in_changed' })
    return requireMember(tx, organization, memberId)
  })
}

type RemovalContext = Pick<ProviderContext, 'vault' | 'clock' | 'random' | 'storage'>

/** The member as it was before. `remover` is the session of the member that continues; null for another actor. */
async function removeFactor(
  tx: StorageVerbs,
  context: RemovalContext,
  change: MemberChangeSource & { memberId: string; kind: RegistrationKind; remover: SessionRecord | null },
): Promise<MemberRecord> {
  const { source, organization, memberId, kind, remover } = change
  const { project } = source
  const before = await lockPresentMember(tx, organization, memberId)
  const { account } = before
  const found = account.registrations.filter((one) => one.kind === kind)
  // An enrollment whose code was never entered is no factor.
  const removed = found.find(({ verified }) => verified || !registrationKinds[kind].endsUnverified)
  if (removed === undefined) throw new ProviderError(missingError(kind))
  requireNotMorePowerful(change, before)
  for (const { id } of found) await tx.accounts.removeRegistration(project.id, account.id, kind, id)
  const { mfaMethod } = registrationKinds[kind]
  const now = context.clock.now()
  if (mfaMethod !== undefined) await requireBreakGlass(tx, organization, before, now)
  if (mfaMethod !== undefined && before.defaultMfaMethod === mfaMethod)
    await tx.members.update(organizationRealm(organization), account.id, { defaultMfaMethod: null }, now)
  await audit(tx, context, source, {
    ...({ event: 'factor_remove', result: 'ok' } as const),
    ...{ accountId: account.id, targetId: removed.id },
  })
  if (remover === null) await audit(tx, context, source, { event: 'member_update', result: 'ok', targetId: account.id })
  await endFactor(tx, context, source, { account, removed, remover })
  if (remover === null) await endAccess(tx, context, project, before, false)
  return before
}

function missingError(kind: RegistrationKind): KnownErrorType {
  return registrationKinds[kind].notFoundError ?? 'registration_not_found'
}
