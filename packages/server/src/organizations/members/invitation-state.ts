import type { InvitationState } from '@latchkey/contract/admin'
import type { InvitationRecord, MemberRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { InvitationQuery } from '../../storage/verbs.ts'

/** The stored states in which the link of an invitation can still be used. */
export const openInvitationStates = ['sent', 'opened', 'bounced'] as const

const isOpen = (state: InvitationRecord['state']): boolean => openInvitationStates.some((one) => one === state)

/** The link of a bounced message cannot expire for a reader whom it never reached. */
export function invitationState({ state, expiresAt }: InvitationRecord, now: number): InvitationState {
  return (state === 'sent' || state === 'opened') && expiresAt <= now ? 'expired' : state
}

/** The invitations that have this state now, as they are stored: the reverse of `invitationState`. */
export function storedInvitations(state: InvitationState, now: number): InvitationQuery {
  if (state === 'expired') return { states: ['sent', 'opened'], expiresBefore: now + 1 }
  return { states: [state], ...(state === 'sent' || state === 'opened' ? { expiresAfter: now } : {}) }
}

/** Whether the member was invited and has not accepted. A pending member may have been invited, too. */
export async function hasOpenInvitation(
  { invitations }: Pick<StorageVerbs, 'invitations'>,
  member: MemberRecord,
): Promise<boolean> {
  if (member.status !== 'pending') return member.status === 'invited'
  const [found] = await invitations.list(member, [member.id])
  return found !== undefined && isOpen(found.state)
}
