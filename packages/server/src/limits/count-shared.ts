import { type Limit, type LimitName, limitFor } from '../core/limits.ts'
import type { Call } from '../core/route.ts'
import { siteOf } from '../http/client-address.ts'
import type { ProviderContext } from '../provider-context.ts'
import { limitError } from './take-limits.ts'

/** A limit of a network that counts only what exceeds the numbers of one subject and of all subjects of the network. */
export interface SharedLimit {
  name: LimitName
  ofSubject: Limit
  ofNetwork: Limit
}

/**
 * Bounds the rows that the users of one network (an IPv4 address, or the /48 of an IPv6 address) can store. What exceeds
 * the number of one subject, a user or a grant, counts for the network, so that others at the same address are not
 * affected. The same applies above the sum of the network, which takes many subjects to reach.
 */
export function countShared(
  context: Pick<ProviderContext, 'config' | 'dayLimits' | 'metrics'>,
  { project, client }: Pick<Call<unknown>, 'project' | 'client'>,
  { name, ofSubject, ofNetwork }: SharedLimit,
  subject: string,
): void {
  const networkKey = `${name}:${project.id}:${siteOf(client.prefix)}`
  const isWithin = (key: string, limit: Limit): boolean =>
    context.dayLimits.take(`${networkKey}:${key}`, limit) === null
  if (isWithin(subject, ofSubject) && isWithin('all subjects', ofNetwork)) return
  const refused = context.dayLimits.take(networkKey, limitFor(name, context.config.limits, project.settings.limits))
  if (refused) throw limitError(context, { name, retryAfterMs: refused.retryAfterMs, isSum: false })
}
