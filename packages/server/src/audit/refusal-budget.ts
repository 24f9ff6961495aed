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

/**
 * The successful calls that a caller can repeat all day, such as changes of a profile: those of one event of an account,
 * of one network, and of all networks of a project. They are 0.08 MB, 8 MB and 160 MB a day.
 */
export const rowsPerAccount: Limit = { limit: 100, windowMs: day }
export const rowsPerNetwork: Limit = { limit: 10_000, windowMs: day }
export const rowsPerProject: Limit = { limit: 200_000, windowMs: day }
/** For a client application of the operator, whose backend calls for many users: 24 MB a day. */
export const rowsPerClient: Limit = { limit: 30_000, windowMs: day }

/** Above a budget, one call in this many is audited, then half as many each time, down to one in `rarestSample`. */
export const firstSample = 100
const rarestSample = 10_000

/** Networks and accounts above their budget that have their own count; further ones share one count. */
const keysCounted = 10_000

export interface Admitted {
  /** Calls before this one that were not audited. */
  skipped: number
  /** The skipped calls came from any network of the project. */
  isOfProject: boolean
}

export interface AdmittedRow extends Admitted {
  /** The skipped calls are those of the account, from any network. */
  isOfAccount: boolean
}

/** A successful call that its caller can repeat. */
export interface RepeatableRow {
  projectId: string
  event: string
  /** Null without a known account. */
  account: string | null
  network: string
  /** The client application of the operator that authenticated with its secret; it replaces the network. */
  client: string | null
}

export interface RefusalBudget {
  /**
   * Null if the call is not audited. Rejections that concern a user have a separate budget, so that an attacker cannot
   * use it up with rejections that cost nothing.
   */
  admit(projectId: string, network: string, isAboutUser?: boolean): Admitted | null
  /** Null if the row is not audited. Each event of an account has its own budget, so that one does not hide another. */
  admitRow(row: RepeatableRow): AdmittedRow | null
}

interface Count {
  skipped: number
  sample: number
  /** The key gets a new budget no later than this. */
  endsAt: number
}

/** A budget that a call needs; the last of a list is the widest. */
interface Share {
  key: string
  limit: Limit
}

/** Bounds the audit rows that any caller can cause: above the budget it audits a sample, and counts the rest. */
export function createRefusalBudget(
  dayLimits: Pick<MemoryLimiter, 'take'>,
  metrics: Pick<Metrics, 'refusalNotAudited' | 'rowNotAudited'>,
  clock: Clock,
): RefusalBudget {
  const counts = new Map<string, Count>()

  const newCount = (): Count => ({ skipped: 0, sample: firstSample, endsAt: clock.now() + day })

  /** Adds the skipped calls of a key that did not return to the count of its project. */
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

  /**
   * Takes one call from each share, the narrowest first: a caller above its own budget does not use up that of others.
   * Returns the skipped calls and the key that counted them.
   */
  function take(
    shares: readonly Share[],
    projectKey: string,
    note: () => void,
  ): { skipped: number; key: string } | null {
    const over = shares.find(({ key, limit }) => dayLimits.take(key, limit) !== null)
    if (over === undefined) {
      const key = shares.find((one) => one.key !== projectKey && counts.has(one.key))?.key ?? projectKey
      const { skipped } = (key !== projectKey && counts.get(key)) || { skipped: 0 }
      if (key !== projectKey) counts.delete(key)
      return { skipped, key }
    }
    if (counts.size >= keysCounted) dropEnded()
    const key = counts.has(over.key) || counts.size < keysCounted ? over.key : projectKey
    const count = counts.get(key) ?? newCount()
    const { skipped, sample } = count
    if (skipped + 1 < sample) {
      counts.set(key, { ...count, skipped: skipped + 1 })
      note()
      return null
    }
    counts.set(key, { ...count, skipped: 0, sample: Math.min(2 * sample, rarestSample) })
    return { skipped, key }
  }

  return {
    admit(projectId, network, isAboutUser = false) {
      const projectKey = `${isAboutUser ? 'user refusals' : 'refusals'}:${projectId}`
      const shares = [
        { key: `${projectKey}:${network}`, limit: refusalsPerNetwork },
        { key: projectKey, limit: refusalsPerProject },
      ]
      const taken = take(shares, projectKey, metrics.refusalNotAudited)
      return taken && { skipped: taken.skipped, isOfProject: taken.skipped > 0 && taken.key === projectKey }
    },
    admitRow({ projectId, event, account, network, client }) {
      const projectKey = `rows:${projectId}`
      const accountKey = `${projectKey}:account ${account} ${event}`
      const shares = [
        ...(account === null ? [] : [{ key: accountKey, limit: rowsPerAccount }]),
        ...(client === null
          ? [
              { key: `${projectKey}:${network}`, limit: rowsPerNetwork },
              { key: projectKey, limit: rowsPerProject },
            ]
          : [{ key: `${projectKey}:client ${client}`, limit: rowsPerClient }]),
      ]
      const taken = take(shares, projectKey, metrics.rowNotAudited)
      if (taken === null) return null
      const { skipped, key } = taken
      return { skipped, isOfProject: skipped > 0 && key === projectKey, isOfAccount: skipped > 0 && key === accountKey }
    },
  }
}
