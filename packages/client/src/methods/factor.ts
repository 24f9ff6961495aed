import type { SessionStore } from '../session/session-store.ts'

/** The last part of a start call's path: with a session the call adds a factor to it. */
export function factorOf(session: Pick<SessionStore, 'sync'>): 'primary' | 'secondary' {
  return session.sync().session ? 'secondary' : 'primary'
}
