import type { Caller } from '../core/caller.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord, SessionRecord } from '../storage/records.ts'

/** An impersonator may read, but not change the factors of the user. */
export function refuseImpersonated(session: Pick<SessionRecord, 'actor'>): void {
  if (session.actor !== null) throw new ProviderError('unauthorized_action')
}

/** During its grace period a replaced token only reads and refreshes the session: an attacker may hold it. */
export function refuseReplacedToken({ usesReplacedToken }: Pick<Caller, 'usesReplacedToken'>): void {
  if (usesReplacedToken) throw new ProviderError('step_up_required')
}

/**
 * Allows changes of factors only to the owner, not to an impersonator; not by a replaced token, whose holder may not have
 * made the sign-in that replaced it; and, if the project requires it, only shortly after a sign-in.
 */
export function requireRecentSignIn(
  project: ProjectRecord,
  caller: Pick<Caller, 'session' | 'usesReplacedToken'>,
  now: number,
): void {
  const { session } = caller
  refuseImpersonated(session)
  refuseReplacedToken(caller)
  const { stepUpMinutes } = project.settings
  if (stepUpMinutes === 0) return
  const times = session.factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at))
  if (now - Math.max(...times) > stepUpMinutes * 60_000) throw new ProviderError('step_up_required')
}
