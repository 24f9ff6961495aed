import type { Caller } from '../core/caller.ts'
import { sha256Hex } from '../core/hash.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Credentials } from '../http/authorization.ts'
import {
  endSession,
  readIntermediateCookie,
  readSessionCookies,
  removeOthers,
  requirePage,
  type SessionCookies,
  sessionCookiesOf,
  setIntermediateCookie,
  setSession,
} from '../http/cookies/session-cookies.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ProviderContext } from '../provider-context.ts'
import { isSessionToken } from '../sessions/session-token.ts'
import type { ProjectRecord } from '../storage/records.ts'

/** The session token of a request and where it was. */
export interface Presented {
  /** Null without one. */
  readonly token: string | null
  /** The cookies that carry the tokens of the response; null if they are in the body. */
  readonly cookies: SessionCookies | null
  readonly isInCookie: boolean
  /** The cookie of an unfinished sign-in. */
  readonly intermediateToken: string | null
}

/** From the header only. */
export function presentedByHeader(credentials: Credentials | null): Presented {
  return { token: credentials?.sessionToken ?? null, cookies: null, isInCookie: false, intermediateToken: null }
}

/**
 * The session of a request; no other function reads it. A project that uses cookies accepts the header too: users who
 * signed in before it did stay signed in, and get the cookies with the next response.
 */
export async function presentedSession(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  credentials: Credentials | null,
): Promise<Presented> {
  const { request } = exchange
  const inHeader = presentedByHeader(credentials)
  const cookies = sessionCookiesOf(request, project)
  if (cookies === null) return inHeader
  const { token: inCookie, isAmbiguous, hasOthers } = readSessionCookies(request, cookies)
  // A backend or a native app does not use cookies.
  if (inCookie === null && !isAmbiguous && !request.headers.has('origin')) return inHeader
  requirePage(request, project, cookies)
  if (isAmbiguous) {
    exchange.setCookies.push(...endSession(cookies))
    throw new ProviderError('session_not_found')
  }
  if (hasOthers) exchange.setCookies.push(...removeOthers(cookies))
  if (inCookie !== null && !(await isOneSession(context, project.id, inCookie, inHeader.token)))
    throw new ProviderError('session_not_found')
  const intermediateToken = readIntermediateCookie(request, cookies)
  return { token: inCookie ?? inHeader.token, cookies, isInCookie: inCookie !== null, intermediateToken }
}

/** Two tokens may belong to one session shortly after a rotation. Otherwise it is ambiguous which one is meant. */
async function isOneSession(
  context: ProviderContext,
  projectId: string,
  inCookie: string,
  inHeader: string | null,
): Promise<boolean> {
  if (inHeader === null || inHeader === inCookie) return true
  const [one, other] = [
    await findSession(context, projectId, inCookie),
    await findSession(context, projectId, inHeader),
  ]
  return one !== null && one.session.id === other?.session.id
}

/** Looks up only values that have the format of a session token. */
export async function findSession(
  { storage, clock }: ProviderContext,
  projectId: string,
  token: string | null,
): Promise<Caller | null> {
  if (token === null || !isSessionToken(token)) return null
  return storage.sessions.findByTokenHash(projectId, sha256Hex(token), clock.now())
}

/** The body of a request with the token of the unfinished sign-in, which a page that uses cookies cannot know. */
export function withIntermediateToken(body: unknown, { intermediateToken }: Presented): unknown {
  const given = body as { intermediate_session_token?: string }
  return intermediateToken === null ? body : { ...given, intermediate_session_token: intermediateToken }
}

/** The fields of a response that carry tokens: of users, of members, and of unfinished sign-ins of members. */
interface TokenData {
  session?: { expires_at: string }
  member_session?: { expires_at: string } | null
  session_token?: string
  session_jwt?: string
  intermediate_session_token?: string
}

/** Moves the tokens of a response into cookies, if the project uses them: no script can read them there. */
export function moveTokensToCookies(
  { setCookies }: Exchange,
  presented: Presented,
  requestBody: unknown,
  data: object,
  now: number,
): object {
  const { token, cookies, isInCookie, intermediateToken } = presented
  const { session_token, session_jwt = '', intermediate_session_token, ...rest } = data as TokenData
  const session = rest.session ?? rest.member_session
  if (cookies === null) return data
  if (intermediate_session_token) {
    // The unfinished sign-in replaces the session, as in the storage of the client.
    setCookies.push(setIntermediateCookie(cookies, intermediate_session_token), ...endSession(cookies))
    return { ...data, intermediate_session_token: '' }
  }
  if (!session || session_token === undefined) return data
  const seconds = Math.max(0, Math.floor((Date.parse(session.expires_at) - now) / 1_000))
  const isProlonged =
    (Object(requestBody) as { session_duration_minutes?: unknown }).session_duration_minutes !== undefined
  const hasToken = isInCookie && token === session_token && !isProlonged
  setCookies.push(...setSession(cookies, { token: session_token, jwt: session_jwt, seconds }, hasToken))
  // The session has replaced the unfinished sign-in.
  if (intermediateToken !== null) setCookies.push(setIntermediateCookie(cookies, ''))
  return { ...data, session_token: '', session_jwt: '' }
}
