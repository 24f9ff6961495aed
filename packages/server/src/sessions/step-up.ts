import type { Caller } from '../core/caller.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord, SessionRecord } from '../storage/records.ts'

/** Whoever acts for somebody else may look, and leaves everything that lets people in as it is. */
export function refuseImpersonated(session: Pick<SessionRecord, 'actor'>): void {
  if (session.actor !== null) throw new ProviderError('unauthorized_action')
}

/** During its grace a replaced token reads and refreshes the session: it may be in the hands of an attacker. */
export function refuseReplacedToken({ hasPreviousToken }: Pick<Caller, 'hasPreviousToken'>): void {
  if (hasPreviousToken) throw new ProviderError('step_up_required')
}

/**
 * Where a project asks for it, factors are changed only shortly after a sign-in; by nobody but their owner; and by no
 * token that was replaced: whoever still holds it may not have made the sign-in that replaced it.
 */
export function requireRecentSignIn(
  project: ProjectRecord,
  caller: Pick<Caller, 'session' | 'hasPreviousToken'>,
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
