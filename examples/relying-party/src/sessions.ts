import { randomBytes } from 'node:crypto'
import type { PendingSignIn, SignedInUser } from './identity-provider.ts'

export interface Session extends SignedInUser {
  readonly startedAt: number
}

/** The cookie holds only a key. The data stays in memory; a real application uses a database. */
export interface Sessions {
  start(user: SignedInUser): string
  find(id: string | undefined): Session | null
  end(id: string | undefined): void
  /** Ends the session that a logout token names, or all sessions of its user. */
  endWhere(of: { readonly subject: string | null; readonly providerSession: string | null }): void
  storePending(pending: PendingSignIn): string
  /** Works once. */
  takePending(id: string | undefined): PendingSignIn | null
}

const sessionMs = 8 * 60 * 60_000
const pendingMs = 10 * 60_000

export function createSessions(now: () => number): Sessions {
  const sessions = new Map<string, Session>()
  const pending = new Map<string, PendingSignIn & { storedAt: number }>()
  const newId = (): string => randomBytes(32).toString('base64url')

  return {
    start(user) {
      const id = newId()
      sessions.set(id, { ...user, startedAt: now() })
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
        const isNamed =
          providerSession === null ? session.subject === subject : session.providerSession === providerSession
        if (isNamed) sessions.delete(id)
      }
    },
    storePending(signIn) {
      for (const [id, { storedAt }] of pending) if (now() - storedAt > pendingMs) pending.delete(id)
      const id = newId()
      pending.set(id, { ...signIn, storedAt: now() })
      return id
    },
    takePending(id = '') {
      const stored = pending.get(id)
      pending.delete(id)
      return stored && now() - stored.storedAt < pendingMs ? stored : null
    },
  }
}
