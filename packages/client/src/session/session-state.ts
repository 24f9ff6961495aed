import type { Session, User } from '@latchkey/contract'

/**
 * The session as this tab knows it, and the pure rules by which it changes. Nothing here reads a clock,
 * a cookie or a store, so that the model check (model/) explores the very rules that run in the browser.
 */
export type SessionState = Lineage &
  (
    | { readonly kind: 'signed_out' }
    /** A first factor is proven, a second is due (business projects). Nobody is signed in. */
    | { readonly kind: 'intermediate'; readonly ist: string }
    /** A token is there, its session is not known yet: the next refresh brings it. Nobody is signed in. */
    | { readonly kind: 'resuming'; readonly tokens: Tokens }
    | ({ readonly kind: 'signed_in'; readonly tokens: Tokens } & SignedIn)
  )

export interface Lineage {
  /** Counts the writes of all tabs; each write is one above the highest it has seen. */
  readonly rev: number
  /** Sessions that have ended, newest first. A late answer never brings one of them back. */
  readonly ended: readonly string[]
}

export interface Tokens {
  readonly session_token: string
  readonly session_jwt: string
}

export interface SignedIn {
  readonly session: Session
  readonly user: User
  /** The server's time when the current token was issued: the newer of two rotations wins. */
  readonly tokenAt: string
  /** Server clock minus client clock, in ms. */
  readonly delta: number
  /** The last duration that was asked for. */
  readonly minutes?: number | undefined
}

/** What stands in storage: the session without its tokens. */
export type StoredRecord = Lineage & { readonly v: 1 } & Partial<SignedIn & { readonly mark: string }>

/** What cookies and storage say right now. */
export interface Shared {
  readonly token: string
  readonly jwt: string
  readonly ist: string
  readonly record: StoredRecord | null
}

export interface Answer extends Tokens {
  readonly session: Session
  readonly user: User
}

export type SessionEvent =
  | {
      readonly type: 'authenticated'
      readonly answer: Answer
      readonly minutes: number | undefined
      readonly delta: number
    }
  | { readonly type: 'intermediate_received'; readonly ist: string }
  | { readonly type: 'tokens_given'; readonly tokens: Tokens }
  | { readonly type: 'user_changed'; readonly user: User }
  | { readonly type: 'destroyed' }

/** What the outside sees: there is a session, or there is none. */
export interface PublicState {
  readonly user: User | null
  readonly session: Session | null
}

const endedKept = 8

export const initialState: SessionState = { kind: 'signed_out', rev: 0, ended: [] }

export function reduce(state: SessionState, event: SessionEvent): SessionState {
  const lineage: Lineage = { rev: state.rev + 1, ended: state.ended }
  switch (event.type) {
    case 'authenticated': {
      const { session, user, session_token, session_jwt } = event.answer
      const rotated = tokenOf(state) !== session_token || sessionIdOf(state) !== session.session_id
      return {
        ...lineage,
        kind: 'signed_in',
        tokens: { session_token, session_jwt },
        session,
        user,
        tokenAt: !rotated && state.kind === 'signed_in' ? state.tokenAt : session.last_accessed_at,
        delta: event.delta,
        minutes: event.minutes ?? (state.kind === 'signed_in' ? state.minutes : undefined),
      }
    }
    case 'intermediate_received':
      return { ...leave(state, lineage), kind: 'intermediate', ist: event.ist }
    case 'tokens_given':
      return { ...lineage, kind: 'resuming', tokens: event.tokens }
    case 'user_changed':
      return state.kind === 'signed_in' ? { ...state, ...lineage, user: event.user } : state
    case 'destroyed':
      return { ...leave(state, lineage), kind: 'signed_out' }
  }
}

/**
 * The state that cookies and storage call for. Cookies decide who is signed in; the record only tells about
 * the session whose token it was written for. In HttpOnly mode (`hidden`) the token cannot be read and the
 * record stands alone.
 */
export function readShared(shared: Shared, memory: SessionState, hidden: boolean, now: number): SessionState {
  const { token, jwt, ist, record } = shared
  const lineage: Lineage = {
    rev: Math.max(memory.rev, record?.rev ?? 0),
    ended: [...new Set([...(record?.ended ?? []), ...memory.ended])].slice(0, endedKept),
  }
  if (token || hidden) {
    const tokens: Tokens = { session_token: token, session_jwt: jwt }
    const stored = signedInRecord(record)
    if (stored && record?.mark === tokenMark(token)) {
      const next: SessionState = { ...lineage, kind: 'signed_in', tokens, ...stored }
      return isExpired(next, now) ? { ...leave(next, lineage), kind: 'signed_out' } : next
    }
    // Storage was wiped, or never took the record: what this tab remembers of the same token still holds.
    if (memory.kind === 'signed_in' && tokenOf(memory) === token && (token || !record)) {
      return isExpired(memory, now) ? { ...leave(memory, lineage), kind: 'signed_out' } : { ...memory, ...lineage }
    }
    if (token) return { ...lineage, kind: 'resuming', tokens }
  }
  return { ...leave(memory, lineage), ...(ist ? { kind: 'intermediate', ist } : { kind: 'signed_out' }) }
}

/** Do cookies and storage hold what this state would write, and nothing of another one? */
export function isTidy(state: SessionState, { token, jwt, ist, record }: Shared): boolean {
  if (state.kind === 'signed_in') return !ist && record?.mark === tokenMark(token)
  if (state.kind === 'resuming') return !ist
  return !token && !jwt && !record?.session
}

export type Verdict = 'commit' | 'stale' | 'changed' | 'gone'

/**
 * May the answer of `sessions/authenticate` be applied? `start` is the state that asked, `now` the state it
 * comes back to. 'changed' asks for another try with the new session, 'gone' and 'stale' only drop the answer.
 */
export function judgeContinuation(start: SessionState, now: SessionState, session: Session): Verdict {
  const id = session.session_id
  const token = tokenOf(now)
  const isSame = isSameSession(start, now) || (tokenOf(start) === token && sessionIdOf(now) === id)
  if (!isSame) return hasSession(now) ? 'changed' : 'gone'
  // With a readable token the cookie itself says that the session lives.
  if (!token && now.ended.includes(id)) return 'gone'
  const isOlder =
    now.kind === 'signed_in' &&
    now.rev !== start.rev &&
    sessionIdOf(now) === id &&
    isBefore(session.last_accessed_at, now.session.last_accessed_at)
  return isOlder ? 'stale' : 'commit'
}

/** The same question for the answer of a sign-in or an added factor: the person's own act, so it wins. */
export function judgeSignIn(start: SessionState, now: SessionState, session: Session): Verdict {
  const id = session.session_id
  if (now.ended.includes(id)) return 'gone'
  if (sessionIdOf(start) === id && sessionIdOf(now) !== id) return hasSession(now) ? 'changed' : 'gone'
  const isOlder = now.kind === 'signed_in' && sessionIdOf(now) === id && isBefore(session.last_accessed_at, now.tokenAt)
  return isOlder ? 'stale' : 'commit'
}

/** The record to store for a state; other states leave only their lineage behind. */
export function toRecord(state: SessionState): StoredRecord {
  const { rev, ended } = state
  if (state.kind !== 'signed_in') return { v: 1, rev, ended }
  const { session, user, tokenAt, delta, minutes } = state
  return { v: 1, rev, ended, mark: tokenMark(state.tokens.session_token), session, user, tokenAt, delta, minutes }
}

export function toPublic(state: SessionState): PublicState {
  return state.kind === 'signed_in' ? { user: state.user, session: state.session } : { user: null, session: null }
}

/** Equal keys are equal states to a subscriber: `last_accessed_at` does not count. */
export function publicKey({ user, session }: PublicState): string {
  return JSON.stringify([user, session && { ...session, last_accessed_at: '' }])
}

export function tokenOf(state: SessionState): string {
  return 'tokens' in state ? state.tokens.session_token : ''
}

export function sessionIdOf(state: SessionState): string | undefined {
  return state.kind === 'signed_in' ? state.session.session_id : undefined
}

export function hasSession(state: SessionState): state is Extract<SessionState, { tokens: Tokens }> {
  return 'tokens' in state
}

/** Is it still the session that a call was started in? One that was still resuming is known by its token. */
export function isSameSession(start: SessionState, now: SessionState): boolean {
  return tokenOf(start) === tokenOf(now) && (sessionIdOf(start) === sessionIdOf(now) || start.kind === 'resuming')
}

export function isExpired(state: SessionState, now: number): boolean {
  return state.kind === 'signed_in' && Date.parse(state.session.expires_at) <= now + state.delta
}

/**
 * Ties a stored record to its token without storing the token: 32 bits of 256 tell two sessions apart
 * and help nobody to guess (FNV-1a).
 */
export function tokenMark(token: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < token.length; index++) hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

function leave(state: SessionState, { rev, ended }: Lineage): Lineage {
  const id = sessionIdOf(state)
  return { rev, ended: id && !ended.includes(id) ? [id, ...ended].slice(0, endedKept) : ended }
}

function signedInRecord(record: StoredRecord | null): SignedIn | null {
  if (!record) return null
  const { session, user, tokenAt, delta, minutes } = record
  if (!session || !user || tokenAt === undefined || delta === undefined) return null
  return { session, user, tokenAt, delta, minutes }
}

function isBefore(a: string, b: string): boolean {
  return Date.parse(a) < Date.parse(b)
}
