import type { AuditEvent } from '../audit/audit.ts'
import { type Limit, limitFor } from '../core/limits.ts'
import type { Call } from '../core/route.ts'
import { siteOf } from '../http/client-address.ts'
import { limitError } from '../limits/take-limits.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { UserRecord } from '../storage/records.ts'

const day = 24 * 60 * 60_000

/** Sessions that a user can begin from one network before they are counted for `sign_ins_per_ip`. */
export const signInsOfUser: Limit = { limit: 20, windowMs: day }

/** Such sessions of all users of one network together: an attacker can have any number of accounts. */
export const signInsOfNetwork: Limit = { limit: 11_000, windowMs: day }

/**
 * Bounded by the limits of attempts, accounts and messages. A refusal after the password was compared would show that
 * it was right.
 */
const notCounted: readonly AuditEvent[] = [
  'password_create',
  'password_authenticate',
  'password_change',
  'password_reset',
]

/**
 * A user with a passkey, a wallet or an identity could fill the disk with sessions. What exceeds a user's own number is
 * counted for the network and refused, and leaves other users at the same address alone. So is what exceeds the sum of
 * these numbers, which one network reaches only with many accounts.
 */
export function countSignIn(
  context: Pick<ProviderContext, 'config' | 'dayLimits' | 'metrics'>,
  { project, client }: Pick<Call<unknown>, 'project' | 'client'>,
  { event, user }: { event: AuditEvent; user: Pick<UserRecord, 'id'> },
): void {
  if (notCounted.includes(event)) return
  const name = 'sign_ins_per_ip'
  const ofNetwork = `${name}:${project.id}:${siteOf(client.prefix)}`
  const isWithin = (key: string, limit: Limit): boolean => context.dayLimits.take(`${ofNetwork}:${key}`, limit) === null
  if (isWithin(user.id, signInsOfUser) && isWithin('all users', signInsOfNetwork)) return
  const refused = context.dayLimits.take(ofNetwork, limitFor(name, context.config.limits, project.settings.limits))
  if (refused) throw limitError(context, { name, retryAfterMs: refused.retryAfterMs, isSum: false })
}
