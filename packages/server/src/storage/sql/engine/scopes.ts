import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './database.ts'

/** What the async context of a call or a transaction carries; it outlives both in whatever was started inside. */
export interface Scope {
  open: boolean
  /** The storage whose transaction it is; null for a call that is being answered. */
  database: Database | null
  /** The call around it, or the transaction of another storage. */
  outer: Scope | undefined
  /** When the database is to have answered, by the clock of `performance`. */
  endsAt: number
}

/** One for everything: every one more makes every promise of the process dearer, for as long as it runs. */
const scopes = new AsyncLocalStorage<Scope>()

/** The innermost one here that has not ended: one that has would be kept for nothing. */
export function openScope(): Scope | undefined {
  let scope = scopes.getStore()
  while (scope && !scope.open) scope = scope.outer
  return scope
}

export async function runInScope<T>(database: Database, work: (scope: Scope) => Promise<T>): Promise<T> {
  const outer = openScope()
  return runIn({ open: true, database, outer, endsAt: outer?.endsAt ?? Number.POSITIVE_INFINITY }, work)
}

/** A call is answered within three seconds, and this leaves a little for the answer itself. */
const deadlineMs = 2_800
/** However much of it went into other work: what a queue of passwords leaves at least, and plenty for a database that answers. */
export const minimumMs = 800

/** As one call: what else it does takes from the time that it waits for the database. */
export async function runWithDeadline<T>(work: () => Promise<T>): Promise<T> {
  return runIn({ open: true, database: null, outer: openScope(), endsAt: performance.now() + deadlineMs }, work)
}

/** How long the database may take from now on. Without an end where no call waits for it. */
export function timeLeftMs(): number {
  const endsAt = openScope()?.endsAt
  return endsAt === undefined ? Number.POSITIVE_INFINITY : Math.max(minimumMs, endsAt - performance.now())
}

async function runIn<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> {
  try {
    return await scopes.run(scope, () => work(scope))
  } finally {
    scope.open = false
  }
}
