import type { AuditEvent } from '../audit/audit.ts'
import { type Limit, limitFor } from '../core/limits.ts'
import type { Call } from '../core/route.ts'
import { siteOf } from '../http/client-address.ts'
import { limitError } from '../limits/take-limits.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { UserRecord } from '../storage/records.ts'

const day = 24 * 60 * 60_000

/** Sessions that a user can start from one network before further ones count for `sign_ins_per_ip`. */
export const signInsOfUser: Limit = { limit: 20, windowMs: day }

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

/**
 * Bounds the number of stored sessions: a user with a passkey, a wallet or an OAuth identity could fill the disk. Only
 * sessions above a user's own number count for the network, so that other users at the same address are not affected.
 * The same applies above the sum for a network, which takes many accounts to reach.
 */
export function countSignIn(
  context: Pick<ProviderContext, 'config' | 'dayLimits' | 'metrics'>,
  { project, client }: Pick<Call<unknown>, 'project' | 'client'>,
  { event, user }: { event: AuditEvent; user: Pick<UserRecord, 'id'> },
): void {
  if (notCounted.includes(event)) return
  const name = 'sign_ins_per_ip'
  const networkKey = `${name}:${project.id}:${siteOf(client.prefix)}`
  const isWithin = (key: string, limit: Limit): boolean =>
    context.dayLimits.take(`${networkKey}:${key}`, limit) === null
  if (isWithin(user.id, signInsOfUser) && isWithin('all users', signInsOfNetwork)) return
  const refused = context.dayLimits.take(networkKey, limitFor(name, context.config.limits, project.settings.limits))
  if (refused) throw limitError(context, { name, retryAfterMs: refused.retryAfterMs, isSum: false })
}
