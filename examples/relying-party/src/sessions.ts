import { randomBytes } from 'node:crypto'
import type { PendingSignIn, Person } from './identity-provider.ts'

export interface Session extends Person {
  readonly startedAt: number
}

/** The cookie holds only a key. The data stays in memory; a real application uses a database. */
export interface Sessions {
  start(person: Person): string
  find(id: string | undefined): Session | null
  end(id: string | undefined): void
  /** Ends the session that a logout token names, or all sessions of its user. */
  endWhere(of: { readonly subject: string | null; readonly providerSession: string | null }): void
  keepPending(pending: PendingSignIn): string
  /** Works once. */
  takePending(id: string | undefined): PendingSignIn | null
}

const sessionMs = 8 * 60 * 60_000
const pendingMs = 10 * 60_000

export function createSessions(now: () => number): Sessions {
  const sessions = new Map<string, Session>()
  const pending = new Map<string, PendingSignIn & { keptAt: number }>()
  const newId = (): string => randomBytes(32).toString('base64url')

  return {
    start(person) {
      const id = newId()
      sessions.set(id, { ...person, startedAt: now() })
      return id
    },
    find(id = '') {
      const session = sessions.get(id)
      return session && now() - session.startedAt < sessionMs ? session : null
    },
    end(id = '') {
      sessions.delete(id)
    },
    endWhere({ subject, providerSession }) {
      for (const [id, session] of sessions) {
        const isMeant =
          providerSession === null ? session.subject === subject : session.providerSession === providerSession
        if (isMeant) sessions.delete(id)
      }
    },
    keepPending(signIn) {
      for (const [id, { keptAt }] of pending) if (now() - keptAt > pendingMs) pending.delete(id)
      const id = newId()
      pending.set(id, { ...signIn, keptAt: now() })
      return id
    },
    takePending(id = '') {
      const kept = pending.get(id)
      pending.delete(id)
      return kept && now() - kept.keptAt < pendingMs ? kept : null
    },
  }
}
