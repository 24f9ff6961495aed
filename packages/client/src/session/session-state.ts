import { clockToleranceMs, maxEndedSessions } from '../core/constants.ts'
import type { Answer, SessionKind, UserSessions } from './session-kind.ts'

/**
 * The session as this tab knows it. The functions of this file are pure, so that the model check (model/) explores the
 * rules that run in the browser. The fields tell the situations apart, because a field with the name of the situation
 * would exceed the size limit of the composed client:
 * - signed in: `session` and `subject`; the tokens are empty in HttpOnly mode
 * - resuming: a `token` whose session is unknown until the next refresh
 * - intermediate: an `ist`; the second factor is missing (business projects)
 * - signed out: none of these
 */
export type SessionState<Kind extends SessionKind = UserSessions> = EndedSessions &
  Tokens &
  (SignedIn<Kind> | NotSignedIn)

interface EndedSessions {
  /** Ids of ended sessions, newest first. A late response never restores one of them. */
  readonly ended: readonly string[]
}

interface Tokens {
  readonly token: string
  readonly jwt: string
  readonly ist: string
}

export interface SignedIn<Kind extends SessionKind = UserSessions> {
  /** The id of the session. */
  readonly id: string
  /** The id of the subject's account. */
  readonly account: string
  readonly session: Kind['session']
  /** Who is signed in. */
  readonly subject: Kind['subject']
  /** When the session ends, by the clock of this browser. */
  readonly end: number
  /** The server time at which the current token was issued, if known: the newer of two rotations wins. */
  readonly tokenAt: string | undefined
  /** The duration that was requested last. */
  readonly minutes?: number | undefined
}

type NotSignedIn = { readonly [Field in keyof SignedIn]?: undefined }

/** The state in storage, without tokens. `binding` identifies the token that it belongs to. */
export type StoredRecord<Kind extends SessionKind = UserSessions> = EndedSessions & {
  readonly v?: 2
  readonly binding?: string
} & (SignedIn<Kind> | NotSignedIn)

/** The current content of cookies and storage, without cookies of other hosts. */
export interface Shared<Kind extends SessionKind = UserSessions> extends Tokens {
  readonly record: StoredRecord<Kind>
}

export const initialState: EndedSessions & Tokens & NotSignedIn = { ended: [], token: '', jwt: '', ist: '' }

/** The fields of a new state, without the ended sessions. */
export type Change<Kind extends SessionKind = UserSessions> = Partial<Tokens> & (SignedIn<Kind> | NotSignedIn)

/**
 * The next state. It consists of the change alone; `endedId` is added to the ended sessions, and the session of the
 * change is removed from them.
 */
export function advance<Kind extends SessionKind>(
  state: SessionState<Kind>,
  change: Change<Kind>,
  endedId?: string,
): SessionState<Kind> {
  return { ...initialState, ...change, ended: newest([endedId, ...state.ended], change.id) }
}

/** Parses a time of the server as UTC, with or without a `Z`. NaN if it has an offset. */
const timeOf = (text: unknown): number => Date.parse(`${text}`.replace(/Z?$/, 'Z'))

/** The state after a response. `now` is the time of this browser; `isSignIn` means that the token is new. */
export function signedIn<Kind extends SessionKind>(
  state: SessionState<Kind>,
  answer: Answer<Kind>,
  isSignIn: boolean,
  now: number,
  minutes: number | undefined = state.minutes,
): Change<Kind> {
  const { session } = answer
  // Corrects the clock of the browser by the server time in the response.
  const delta = timeOf(session.last_accessed_at) - now
  return {
    ...answer,
    end: timeOf(session.expires_at) - (Math.abs(delta) > clockToleranceMs ? delta : 0),
    tokenAt: isSignIn ? session.last_accessed_at : state.tokenAt,
    minutes,
  }
}

/** The last 20 characters of a secret: enough to identify it, without revealing all of it. */
export const bindingOf = (secret: string): string => secret.slice(-20)

/**
 * Selects the cookie that this page wrote, of all cookies with its name. Other hosts of the site can set cookies of that
 * name and evict this page's own, but they cannot write the sources of `bindings`. With shared cookies another host may
 * have started the session: then a single cookie is accepted without a binding, and several are ignored.
 */
export function ownCookie(values: readonly string[], bindings: readonly unknown[], areShared: boolean): string {
  return values.find((value) => bindings.includes(bindingOf(value))) || (areShared && !values[1] && values[0]) || ''
}

/** The account of a JWT; undefined if the text is not a JWT. */
function subjectOf(jwt: string): string | undefined {
  try {
    return JSON.parse(atob((jwt.split('.')[1] as string).replace(/-/g, '+').replace(/_/g, '/'))).sub
  } catch {
    return undefined
  }
}

/**
 * Derives the state from cookies and storage. Cookies decide who is signed in; the record is used only if it belongs to
 * the token in the cookie. In HttpOnly mode (`hidden`) the token cannot be read, and the record decides.
 */
export function readShared<Kind extends SessionKind>(
  shared: Shared<Kind>,
  memory: SessionState<Kind>,
  hidden: boolean,
  now: number,
): SessionState<Kind> {
  const { token, ist, record } = shared
  const bare = { ...initialState, ended: newest([...record.ended, ...memory.ended]) }
  // Storage was cleared or never stored the record: use the state of this tab if it has the same token.
  const memoryOfToken = token && memory.token === token ? memory : bare
  const known = record.id && (token || hidden) && record.binding === bindingOf(token) ? record : memoryOfToken
  // Expired, or ended in another tab. Without a session both are false, because `end` and `id` are undefined.
  if ((known.end as number) <= now || bare.ended.includes(known.id as string)) return bare
  // The backend of the application may have written a newer JWT; another host, the JWT of another account.
  const account = subjectOf(shared.jwt)
  const jwt = account && account !== known.account ? '' : shared.jwt
  return known.id || token ? { ...known, ...bare, token, jwt } : { ...bare, ist }
}

/** Whether cookies and storage already hold this state. */
export function isPersisted<Kind extends SessionKind>(
  state: SessionState<Kind>,
  { token, ist, record }: Shared<Kind>,
): boolean {
  // While resuming, the record may already belong to the session that the next refresh returns.
  return state.token === token && state.ist === ist && (isResuming(state) || state.id === record.id)
}

/** Whether the subject has changed since `start`. A response that only read the subject may then be outdated. */
export const hasSubjectChanged = <Kind extends SessionKind>(
  start: SessionState<Kind>,
  now: SessionState<Kind>,
): now is SessionState<Kind> & SignedIn<Kind> =>
  !!now.subject && JSON.stringify(start.subject) !== JSON.stringify(now.subject)

/**
 * Whether a response may change the state. `start` is the state of the request, `now` the state at the response. A
 * response of `sessions/authenticate` applies to the session of its request only. A sign-in or an added factor is an
 * action of the user and wins, unless its session was replaced or ended meanwhile. Of two responses for one session
 * the older is dropped.
 */
export function mayCommit<Kind extends SessionKind>(
  start: SessionState<Kind>,
  now: SessionState<Kind>,
  { id, session }: Pick<Answer<Kind>, 'id' | 'session'>,
  isSignIn: boolean,
): boolean {
  const isHere = now.id === id
  const isTokenHere = start.token === now.token
  // While resuming, the id of the session is unknown; but a session that has just started is another one.
  const isUnnamed = isResuming(start) && !isTokenHere && session.started_at !== session.last_accessed_at
  const isLeft = isSignIn
    ? !isHere && (start.id === id || isUnnamed)
    : !isSameSession(start, now) && !(isHere && isTokenHere)
  // A response cannot be outdated if the state has not changed since, whatever the clock of the server.
  const newest = isSignIn ? now.tokenAt : now !== start && now.session?.last_accessed_at
  const isOver = isHere
    ? timeOf(session.last_accessed_at) < timeOf(newest)
    : // The token is still in the cookie, so its session has not ended.
      !(now.token && isTokenHere) && now.ended.includes(id)
  return !isLeft && !isOver
}

export function toRecord<Kind extends SessionKind>({
  token,
  jwt,
  ist,
  ...rest
}: SessionState<Kind>): StoredRecord<Kind> & { readonly binding: string } {
  return { ...(rest as EndedSessions & (SignedIn<Kind> | NotSignedIn)), v: 2, binding: bindingOf(token || ist) }
}

/** Subscribers are notified when this key changes. `last_accessed_at` is not part of it. */
export function keyOf(half: object | undefined): string {
  return JSON.stringify({ ...half, last_accessed_at: 0 })
}

/** Whether there is a session, known or still to be fetched. */
export function hasSession<Kind extends SessionKind>(state: SessionState<Kind>): boolean {
  return Boolean(state.token || state.id)
}

function isResuming<Kind extends SessionKind>(state: SessionState<Kind>): boolean {
  return Boolean(state.token && !state.id)
}

/** Whether the session is still that of `start`. While resuming, the token identifies it. */
export function isSameSession<Kind extends SessionKind>(start: SessionState<Kind>, now: SessionState<Kind>): boolean {
  return start.token === now.token && (start.id === now.id || isResuming(start))
}

/** Removes duplicates, empty values and `current`, and limits the length. */
function newest(ids: (string | undefined)[], current?: string): string[] {
  return [...new Set(ids)].filter((id): id is string => !!id && id !== current).slice(0, maxEndedSessions)
}
