import type { Storage } from '../storage.ts'
import { sampleAudit, sampleNow } from '../testing/sample.ts'

/** What all callers of a race do at once. */
export type Task =
  | { kind: 'consume'; projectId: string; tokenHash: string }
  | { kind: 'consumeById'; projectId: string; id: string }
  | { kind: 'guess'; projectId: string; id: string; cap: number }
  | { kind: 'limit'; projectId: string; key: string; limit: number }
  | { kind: 'slot'; projectId: string; subject: string; threshold: number }
  | { kind: 'lease'; name: string }
  | { kind: 'outbox'; now: number }

export interface Outcome {
  /** What was won: for most tasks one entry a winner, for the outbox the leased messages. */
  wins: string[]
  /** Nothing may be thrown at a caller, SQLITE_BUSY least of all. */
  errors: string[]
  /** How many callers of one process were between start and end at the same time. */
  overlap: number
  /** When the first caller began and the last ended, on the system's clock. */
  from: number
  to: number
}

/** The concurrent callers of one process. */
export interface Callers {
  /** Starts `width` callers, which wait at a barrier. */
  ready(task: Task, width: number): Promise<void>
  /** Opens the barrier at a time of the system's clock, which all processes share. */
  go(at: number): Promise<Outcome>
}

/** Starts all callers of all groups, opens the barriers at the same time, and adds up the outcomes. */
export async function race(groups: readonly Callers[], task: Task, width: number): Promise<Outcome> {
  await Promise.all(groups.map((group) => group.ready(task, width / groups.length)))
  // Far enough ahead for the message to reach the other process.
  const at = Date.now() + (groups.length > 1 ? 3 : 0)
  const outcomes = await Promise.all(groups.map((group) => group.go(at)))
  const from = Math.max(...outcomes.map((outcome) => outcome.from))
  const to = Math.min(...outcomes.map((outcome) => outcome.to))
  return {
    wins: outcomes.flatMap((outcome) => outcome.wins),
    errors: outcomes.flatMap((outcome) => outcome.errors),
    // Groups that did not overlap have not raced, however many callers each had.
    overlap: from < to ? Math.max(...outcomes.map((outcome) => outcome.overlap)) : 0,
    from,
    to,
  }
}

export function createCallers(storage: Storage, name = 'callers'): Callers {
  let open = (): void => {}
  let callers: Promise<string[]>[] = []
  const errors: string[] = []
  let running = 0
  let overlap = 0

  async function call(task: Task, holder: string, barrier: Promise<void>): Promise<string[]> {
    await barrier
    running += 1
    overlap = Math.max(overlap, running)
    try {
      return await perform(storage, task, holder)
    } catch (error) {
      errors.push(String(error))
      return []
    } finally {
      running -= 1
    }
  }

  return {
    async ready(task, width) {
      const barrier = new Promise<void>((resolve) => {
        open = resolve
      })
      callers = Array.from({ length: width }, (_, index) => call(task, `${name}-${index}`, barrier))
    },
    async go(at) {
      // Sleeping until then would wake up too late.
      while (Date.now() < at);
      const from = preciseNow()
      open()
      const wins = (await Promise.all(callers)).flat()
      return { wins, errors: errors.splice(0), overlap, from, to: preciseNow() }
    },
  }
}

function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

async function perform(storage: Storage, task: Task, holder: string): Promise<string[]> {
  const now = sampleNow
  switch (task.kind) {
    case 'consume':
      return storage.transaction(async (tx) => {
        const { projectId, tokenHash } = task
        // Reading first is what a deferred transaction on SQLite cannot survive.
        await tx.projects.get(projectId)
        const by = { projectId, tokenHash, purposes: ['magic_link_login'] as const, challenge: null }
        const spent = await tx.oneTime.consume({ ...by, now, usedBy: holder })
        if (spent) await tx.audit.append(sampleAudit(projectId, { id: `${spent.id}-${holder}` }))
        return spent ? [holder] : []
      })
    case 'consumeById':
      return won(await storage.oneTime.consumeById(task.projectId, task.id, now, holder), holder)
    case 'guess':
      return won(await storage.oneTime.countGuess(task.projectId, task.id, ['otp_email'], task.cap, now), holder)
    case 'limit': {
      const { allowed } = await storage.limits.consume(
        task.projectId,
        task.key,
        { limit: task.limit, windowMs: 1000 },
        now,
      )
      return allowed ? [holder] : []
    }
    case 'slot': {
      const policy = { threshold: task.threshold, baseMs: 1000, maxMs: 1000, hardCap: 1000 }
      return won(await storage.lockouts.countGuess(task.projectId, task.subject, policy, now), holder)
    }
    case 'lease':
      return (await storage.leases.acquire(task.name, holder, 1000, now)) ? [holder] : []
    case 'outbox': {
      const ids: string[] = []
      for (;;) {
        const leased = await storage.outbox.lease({ now: task.now, leaseMs: 1000, limit: 3 })
        if (leased.length === 0) return ids
        ids.push(...leased.map((message) => message.id))
      }
    }
  }
}

function won(result: unknown, holder: string): string[] {
  return result === null ? [] : [holder]
}
