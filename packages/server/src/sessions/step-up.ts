import { ProviderError } from '../http/provider-error.ts'
import type { ProjectRecord, SessionRecord } from '../storage/records.ts'

/** Where a project asks for it, factors are changed only shortly after a sign-in. */
export function requireRecentSignIn(project: ProjectRecord, session: SessionRecord, now: number): void {
  const { stepUpMinutes } = project.settings
  if (stepUpMinutes === 0) return
  const times = session.factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at))
  if (now - Math.max(...times) > stepUpMinutes * 60_000) throw new ProviderError('step_up_required')
}
