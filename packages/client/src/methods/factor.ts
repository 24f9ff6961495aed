import type { SessionStore } from '../session/session-store.ts'

/** The last segment of the path of a start call: with a session, the call adds a factor to it. */
export function factorOf(session: Pick<SessionStore, 'sync'>): 'primary' | 'secondary' {
  return session.sync().session ? 'secondary' : 'primary'
}
