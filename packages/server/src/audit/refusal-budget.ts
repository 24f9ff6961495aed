import type { MemoryLimiter } from '../http/rate-limit.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Limit } from '../security/limits.ts'

const day = 24 * 60 * 60_000

/**
 * Refused calls that are audited in full, in each process: of one network, and of all networks of a project. At about
 * 800 bytes a row that is 0.8 MB and 16 MB a day. One network can make 432,000 calls in a day.
 */
export const refusalsPerNetwork: Limit = { limit: 1_000, windowMs: day }
export const refusalsPerProject: Limit = { limit: 20_000, windowMs: day }

/** Above a budget, one call in this many is audited, then half as many each time, down to one in `rarestSample`. */
export const firstSample = 100
const rarestSample = 10_000

/** Networks that have used up their budget and are counted at the same time; more of them share one count. */
const networksCounted = 10_000

export interface RefusalBudget {
  /** Null if the call is not audited; otherwise how many refused calls before it were not. */
  admit(projectId: string, network: string): number | null
}

/** Any caller can be refused without end: the audit keeps a sample of what exceeds the budget, and counts the rest. */
export function createRefusalBudget(
  memoryLimits: Pick<MemoryLimiter, 'take'>,
  metrics: Pick<Metrics, 'refusalNotAudited'>,
): RefusalBudget {
  const counts = new Map<string, { skipped: number; sample: number }>()
  return {
    admit(projectId, network) {
      const ofProject = `refusals:${projectId}`
      const ofNetwork = `${ofProject}:${network}`
      const isOverNetwork = memoryLimits.take(ofNetwork, refusalsPerNetwork) !== null
      // A network above its own budget does not use up that of the others.
      const isOverProject = !isOverNetwork && memoryLimits.take(ofProject, refusalsPerProject) !== null
      if (!isOverNetwork && !isOverProject) {
        counts.delete(ofNetwork)
        return 0
      }
      const key = isOverNetwork && (counts.has(ofNetwork) || counts.size < networksCounted) ? ofNetwork : ofProject
      const { skipped, sample } = counts.get(key) ?? { skipped: 0, sample: firstSample }
      if (skipped + 1 < sample) {
        counts.set(key, { skipped: skipped + 1, sample })
        metrics.refusalNotAudited()
        return null
      }
      counts.set(key, { skipped: 0, sample: Math.min(2 * sample, rarestSample) })
      return skipped
    },
  }
}
