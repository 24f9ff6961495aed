import type { AuthenticateResponse, Session, User } from '@latchkey/contract'
import { clockToleranceMs, endedKept } from '../constants.ts'

/**
 * The session as this tab knows it, and the pure rules by which it changes. Nothing here reads a clock,
 * a cookie or a store, so that the model check (model/) explores the very rules that run in the browser.
 *
 * Its situations, told apart by what is there:
 * - signed in: `session` and `user`; the tokens are empty in HttpOnly mode
 * - resuming: a `token` whose session is not known yet; the next refresh brings it
 * - intermediate: an `ist`; a first factor is proven, a second is due (business projects)
 * - signed out: nothing
 */
export type SessionState = Lineage & Tokens & (SignedIn | NotSignedIn)

interface Lineage {
  /** Sessions that have ended, newest first. A late answer never brings one of them back. */
  readonly ended: readonly string[]
}

interface Tokens {
  readonly token: string
  readonly jwt: string
  readonly ist: string
}

export interface SignedIn {
  /** The session's id. */
  readonly id: string
  readonly session: Session
  readonly user: User
  /** When the session ends, by this browser's clock. */
  readonly end: number
  /** The server's time when the current token was issued, if known: the newer of two rotations wins. */
  readonly tokenAt: string | undefined
  /** The last duration that was asked for. */
  readonly minutes?: number | undefined
}

type NotSignedIn = { readonly [Field in keyof SignedIn]?: undefined }

/** The state in storage, without its tokens. `mark` binds it to its token. */
export type StoredRecord = Lineage & { readonly v?: 1; readonly mark?: string } & (SignedIn | NotSignedIn)

/** What cookies and storage say right now; cookies that another host has set are left out. */
export interface Shared extends Tokens {
  readonly record: StoredRecord
}

/** What the outside sees: there is a session, or there is none. */
export interface PublicState {
  readonly user: User | null
  readonly session: Session | null
}

export const initialState: SessionState = { ended: [], token: '', jwt: '', ist: '' }

/** What a state is made of, beside its lineage. */
export type Change = Partial<Tokens> & (SignedIn | NotSignedIn)

/**
 * The next state of this lineage: what the change names, and nothing of what was. `endedId` has ended with it;
 * what is signed in has not.
 */
export function advance(state: SessionState, change: Change, endedId?: string): SessionState {
  return { ...initialState, ...change, ended: newest([endedId, ...state.ended], change.id) }
}

/** A time of the server in milliseconds, which is in UTC: without a zone too, and NaN with the offset of another zone. */
const timeOf = (text: unknown): number => Date.parse(`${text}`.replace(/Z?$/, 'Z'))

/** `now` is this browser's time; `isSignIn` tells a new token from one that goes on. */
export function signedIn(
  state: SessionState,
  answer: Pick<AuthenticateResponse, 'session' | 'session_jwt' | 'session_token' | 'user' | '__user'>,
  isSignIn: boolean,
  now: number,
  minutes: number | undefined = state.minutes,
): Change {
  const { session } = answer
  // An answer shows the server's own time, and the browser's clock may be a day off.
  const delta = timeOf(session.last_accessed_at) - now
  return {
    token: answer.session_token,
    jwt: answer.session_jwt,
    id: session.session_id,
    session,
    user: answer.__user ?? answer.user,
    end: timeOf(session.expires_at) - (Math.abs(delta) > clockToleranceMs ? delta : 0),
    tokenAt: isSignIn ? session.last_accessed_at : state.tokenAt,
    minutes,
  }
}

/** The end of a secret: names it without telling it, since half of it stays unknown. */
export const markOf = (secret: string): string => secret.slice(-20)

/**
 * The cookie that this page wrote, of all that have its name. Other hosts of the site can set cookies of that name too,
 * and push this page's own out; they cannot write what `marks` were read from. Where cookies are shared, another host
 * may have begun the session: a single cookie is taken without a mark, and of several none.
 */
export function ownCookie(values: readonly string[], marks: readonly unknown[], areShared: boolean): string {
  return values.find((value) => marks.includes(markOf(value))) || (areShared && !values[1] && values[0]) || ''
}

/** The user of a JWT; undefined if the text is not a JWT. */
function subjectOf(jwt: string): string | undefined {
  try {
    return JSON.parse(atob((jwt.split('.')[1] as string).replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

/**
 * The state that cookies and storage call for. Cookies decide who is signed in; the record only tells about
 * the session whose token it was written for. In HttpOnly mode (`hidden`) the token cannot be read, and the
 * record decides.
 */
export function readShared(shared: Shared, memory: SessionState, hidden: boolean, now: number): SessionState {
  const { token, ist, record } = shared
  const bare = { ...initialState, ended: newest([...record.ended, ...memory.ended]) }
  // Storage was wiped, or never took the record: what this tab remembers of the same token still holds.
  const memoryOfToken = token && memory.token === token ? memory : bare
  const known = record.id && (token || hidden) && record.mark === markOf(token) ? record : memoryOfToken
  // Also one that has ended elsewhere while this tab was the last to remember it.
  if (known.id && (known.end <= now || bare.ended.includes(known.id))) return bare
  // The application's server may have written a newer JWT, and another host the JWT of another user.
  const subject = subjectOf(shared.jwt)
  const jwt = subject && subject !== known.user?.user_id ? '' : shared.jwt
  return known.id || token ? { ...known, ...bare, token, jwt } : { ...bare, ist }
}

/** Do cookies and storage hold what this state would write, and nothing of another one? */
export function isTidy(state: SessionState, { token, ist, record }: Shared): boolean {
  // One that is resuming leaves the record to the session it is about to learn of.
  return state.token === token && state.ist === ist && (isResuming(state) || state.id === record.id)
}

/** Has something been heard of the user since? Then what was only read may be older than that. */
export const hasNews = (start: SessionState, now: SessionState): now is SessionState & SignedIn =>
  !!now.user && JSON.stringify(start.user) !== JSON.stringify(now.user)

/**
 * May an answer be applied? `start` is the state that asked, `now` the state it comes back to. The answer of
 * `sessions/authenticate` continues the session that asked, and no other. A sign-in or an added factor is the
 * person's own act and wins, unless it is about a session that has been left or ended meanwhile. Of two answers
 * about one session the older is dropped.
 */
export function mayCommit(start: SessionState, now: SessionState, session: Session, isSignIn: boolean): boolean {
  const id = session.session_id
  const isHere = now.id === id
  const isTokenHere = start.token === now.token
  // Whoever was resuming does not know its session's name, but one that has just begun is another.
  const isUnnamed = isResuming(start) && !isTokenHere && session.started_at !== session.last_accessed_at
  const isLeft = isSignIn
    ? !isHere && (start.id === id || isUnnamed)
    : !isSameSession(start, now) && !(isHere && isTokenHere)
  // Nothing that was written since is older, however the server's clock is set.
  const newest = isSignIn ? now.tokenAt : now !== start && now.session?.last_accessed_at
  const isOver = isHere
    ? timeOf(session.last_accessed_at) < timeOf(newest)
    : // A token that is still in its cookie says itself that its session lives.
      !(now.token && isTokenHere) && now.ended.includes(id)
  return !isLeft && !isOver
}

export function toRecord({ token, jwt, ist, ...rest }: SessionState): StoredRecord {
  return { ...rest, v: 1, mark: markOf(token) }
}

/** Equal keys are equal to a subscriber: `last_accessed_at` does not count. */
export function keyOf(half: Session | User | undefined): string {
  return JSON.stringify({ ...half, last_accessed_at: 0 })
}

/** Is there a session, known or still to be learned of? */
export function hasSession(state: SessionState): boolean {
  return Boolean(state.token || state.id)
}

function isResuming(state: SessionState): boolean {
  return Boolean(state.token && !state.id)
}

/** Is it still the session that a call was started in? One that was still resuming is known by its token. */
export function isSameSession(start: SessionState, now: SessionState): boolean {
  return start.token === now.token && (start.id === now.id || isResuming(start))
}

/** Newest first; only so many are kept. */
function newest(ids: (string | undefined)[], current?: string): string[] {
  return [...new Set(ids)].filter((id): id is string => !!id && id !== current).slice(0, endedKept)
}
