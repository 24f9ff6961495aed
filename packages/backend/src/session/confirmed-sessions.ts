import type { BackendSession } from './session.ts'

/** How long a confirmed session is used without another request. Much shorter than the lifetime of a JWT. */
const confirmedMs = 10_000
const maxSessions = 1_000

/** The sessions that the provider has confirmed just now, by their tokens. */
export interface ConfirmedSessions {
  get(token: string): BackendSession | undefined
  /** Returns the session. Null, for a session that has ended, removes what was known. */
  set(token: string, session: BackendSession | null): BackendSession | null
}

/**
 * Remembers sessions for some seconds. A page with many links is prefetched in many requests with the same cookies, and
 * the provider limits the requests of a session. A further factor counts at once, because it gives the session a new
 * token.
 */
export function createConfirmedSessions(now: () => number): ConfirmedSessions {
  const entries = new Map<string, readonly [session: BackendSession, until: number]>()
  return {
    get(token) {
      const [session, until = 0] = entries.get(token) ?? []
      return now() < until ? session : undefined
    },
    set(token, session) {
      entries.delete(token)
      if (session) entries.set(token, [session, Math.min(now() + confirmedMs, session.expiresAt.getTime())])
      // A map iterates in the order of insertion: the oldest are deleted first.
      for (const [known, [, until]] of entries) if (now() >= until || entries.size > maxSessions) entries.delete(known)
      return session
    },
  }
}
