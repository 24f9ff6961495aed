import type { InvitationState } from '@latchkey/contract/admin'
import type { InvitationRecord } from '../../storage/records.ts'

/** The stored states in which the link of an invitation can still be used. */
export const openInvitationStates = ['sent', 'opened', 'bounced'] as const

/** The link of a bounced message cannot expire for a reader whom it never reached. */
export function invitationState({ state, expiresAt }: InvitationRecord, now: number): InvitationState {
  return (state === 'sent' || state === 'opened') && expiresAt <= now ? 'expired' : state
}
