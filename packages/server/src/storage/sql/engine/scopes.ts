import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './database.ts'

/** The async context of a call or transaction. Work started inside keeps it after the end. */
export interface Scope {
  open: boolean
  /** The database of the transaction; null for a call. */
  database: Database | null
  /** The enclosing call, or the transaction of another storage. */
  outer: Scope | undefined
  /** Deadline for the database, on the clock of `performance`. */
  endsAt: number
}

/** A single AsyncLocalStorage: each additional instance slows down every promise in the process. */
const scopes = new AsyncLocalStorage<Scope>()

/** The innermost scope that has not ended; ended scopes are skipped so that they can be collected. */
export function openScope(): Scope | undefined {
  let scope = scopes.getStore()
  while (scope && !scope.open) scope = scope.outer
  return scope
}

export async function runInScope<T>(database: Database, work: (scope: Scope) => Promise<T>): Promise<T> {
  const outer = openScope()
  return runIn({ open: true, database, outer, endsAt: outer?.endsAt ?? Number.POSITIVE_INFINITY }, work)
}

/** A call gets its response within three seconds; the rest is for the response itself. */
const deadlineMs = 2_800
/** The least time for the database, even if a queue of password hashes used up the rest of the call. */
export const minimumMs = 800

/** Runs `work` with one deadline for all of its database calls. */
export async function runWithDeadline<T>(work: () => Promise<T>): Promise<T> {
  return runIn({ open: true, database: null, outer: openScope(), endsAt: performance.now() + deadlineMs }, work)
}

/** The remaining time for the database; infinite outside of a call. */
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
