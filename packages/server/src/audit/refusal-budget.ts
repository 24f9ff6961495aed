import type { Clock } from '../core/clock-and-random.ts'
import type { Limit } from '../core/limits.ts'
import type { MemoryLimiter } from '../core/memory-limiter.ts'
import type { Metrics } from '../observability/metrics.ts'

const day = 24 * 60 * 60_000

/**
 * The rejected calls of one network, and of all networks of a project, that each process audits in full. At about 800
 * bytes per row these are 0.8 MB and 16 MB a day. One network can make 432,000 calls in a day.
 */
export const refusalsPerNetwork: Limit = { limit: 1_000, windowMs: day }
export const refusalsPerProject: Limit = { limit: 20_000, windowMs: day }

/** Above a budget, one call in this many is audited, then half as many each time, down to one in `rarestSample`. */
export const firstSample = 100
const rarestSample = 10_000

/** Networks above their budget that have their own count; further ones share one count. */
const networksCounted = 10_000

export interface Admitted {
  /** Rejected calls before this one that were not audited. */
  skipped: number
  /** The skipped calls came from any network of the project. */
  isOfProject: boolean
}

export interface RefusalBudget {
  /**
   * Null if the call is not audited. Rejections that concern a user have a separate budget, so that an attacker cannot
   * use it up with rejections that cost nothing.
   */
  admit(projectId: string, network: string, isAboutUser?: boolean): Admitted | null
}

interface Count {
  skipped: number
  sample: number
  /** The network gets a new budget no later than this. */
  endsAt: number
}

/** Bounds the audit rows of rejected calls: above the budget it audits a sample, and counts the rest. */
export function createRefusalBudget(
  dayLimits: Pick<MemoryLimiter, 'take'>,
  metrics: Pick<Metrics, 'refusalNotAudited'>,
  clock: Clock,
): RefusalBudget {
  const counts = new Map<string, Count>()

  const newCount = (): Count => ({ skipped: 0, sample: firstSample, endsAt: clock.now() + day })

  /** Adds the skipped calls of a network that did not return to the count of its project. */
  function dropEnded(): void {
    for (const [key, { skipped, endsAt }] of counts) {
      const project = key.split(':', 2).join(':')
      if (key === project) continue
      // Counts are in the order of creation.
      if (endsAt > clock.now()) return
      counts.delete(key)
      const sum = counts.get(project) ?? newCount()
      counts.set(project, { ...sum, skipped: sum.skipped + skipped })
    }
  }

  return {
    admit(projectId, network, isAboutUser = false) {
      const projectKey = `${isAboutUser ? 'user refusals' : 'refusals'}:${projectId}`
      const networkKey = `${projectKey}:${network}`
      const isOverNetwork = dayLimits.take(networkKey, refusalsPerNetwork) !== null
      // A network above its own budget does not use up that of the others.
      const isOverProject = !isOverNetwork && dayLimits.take(projectKey, refusalsPerProject) !== null
      if (!isOverNetwork && !isOverProject) {
        const { skipped } = counts.get(networkKey) ?? { skipped: 0 }
        counts.delete(networkKey)
        return { skipped, isOfProject: false }
      }
      if (counts.size >= networksCounted) dropEnded()
      const key = isOverNetwork && (counts.has(networkKey) || counts.size < networksCounted) ? networkKey : projectKey
      const count = counts.get(key) ?? newCount()
      const { skipped, sample } = count
      if (skipped + 1 < sample) {
        counts.set(key, { ...count, skipped: skipped + 1 })
        metrics.refusalNotAudited()
        return null
      }
      counts.set(key, { ...count, skipped: 0, sample: Math.min(2 * sample, rarestSample) })
      return { skipped, isOfProject: key === projectKey }
    },
  }
}
