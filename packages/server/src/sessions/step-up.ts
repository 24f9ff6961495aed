import { ProviderError } from '../http/provider-error.ts'
import type { ProjectRecord, SessionRecord } from '../storage/records.ts'

/** Whoever acts for somebody else may look, and leaves everything that lets people in as it is. */
export function refuseImpersonated(session: Pick<SessionRecord, 'actor'>): void {
  if (session.actor !== null) throw new ProviderError('unauthorized_action')
}

/** Where a project asks for it, factors are changed only shortly after a sign-in; and by nobody but their owner. */
export function requireRecentSignIn(project: ProjectRecord, session: SessionRecord, now: number): void {
  refuseImpersonated(session)
  const { stepUpMinutes } = project.settings
  if (stepUpMinutes === 0) return
  const times = session.factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at))
  if (now - Math.max(...times) > stepUpMinutes * 60_000) throw new ProviderError('step_up_required')
}
