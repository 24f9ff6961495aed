import type { AuditEvent } from '../audit/audit.ts'
import { type Limit, limitFor } from '../core/limits.ts'
import type { Call } from '../core/route.ts'
import { siteOf } from '../http/client-address.ts'
import { limitError } from '../limits/take-limits.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { UserRecord } from '../storage/records.ts'

/** Sessions that a user can begin from one network whatever other users do there. */
export const signInsOfUser: Limit = { limit: 20, windowMs: 24 * 60 * 60_000 }

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
 * A user with a passkey, a wallet or an identity could fill the disk with sessions. Only what exceeds a user's own
 * number is counted for the network and refused: other users behind the same address are not concerned.
 */
export function countSignIn(
  context: Pick<ProviderContext, 'config' | 'dayLimits' | 'metrics'>,
  { project, client }: Pick<Call<unknown>, 'project' | 'client'>,
  { event, user }: { event: AuditEvent; user: Pick<UserRecord, 'id'> },
): void {
  if (notCounted.includes(event)) return
  const name = 'sign_ins_per_ip'
  const ofNetwork = `${name}:${project.id}:${siteOf(client.prefix)}`
  if (context.dayLimits.take(`${ofNetwork}:${user.id}`, signInsOfUser) === null) return
  const refused = context.dayLimits.take(ofNetwork, limitFor(name, context.config.limits, project.settings.limits))
  if (refused) throw limitError(context, { name, retryAfterMs: refused.retryAfterMs, isSum: false })
}
