import type { AuditEvent } from '../audit/audit.ts'
import type { Limit } from '../core/limits.ts'
import type { Call } from '../core/route.ts'
import { countShared } from '../limits/count-shared.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord } from '../storage/records.ts'

const day = 24 * 60 * 60_000

/** Sessions that a user can start from one network before further ones count for `sign_ins_per_ip`. */
export const signInsOfAccount: Limit = { limit: 20, windowMs: day }

/** The same for all users of one network together: an attacker can have any number of accounts. */
export const signInsOfNetwork: Limit = { limit: 11_000, windowMs: day }

/**
 * Bounded by the limits of attempts, accounts and messages. A rejection after the comparison would reveal that the
 * password was correct.
 */
const notCounted: readonly AuditEvent[] = [
  'password_create',
  'password_authenticate',
  'password_change',
  'password_reset',
]

/** Bounds the number of stored sessions: a user with a passkey, a wallet or an OAuth identity could fill the disk. */
export function countSignIn(
  context: Pick<ProviderContext, 'config' | 'dayLimits' | 'metrics'>,
  call: Pick<Call<unknown>, 'project' | 'client'>,
  { event, account }: { event: AuditEvent; account: Pick<AccountRecord, 'id'> },
): void {
  if (notCounted.includes(event)) return
  const limit = { name: 'sign_ins_per_ip', ofSubject: signInsOfAccount, ofNetwork: signInsOfNetwork } as const
  countShared(context, call, limit, account.id)
}
