import type { Caller } from '../core/caller.ts'
import { sha256Hex } from '../core/hash.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Credentials } from '../http/authorization.ts'
import {
  endSession,
  readSessionCookies,
  removeOthers,
  requirePage,
  type SessionCookies,
  sessionCookiesOf,
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
}

/** From the header only. */
export function presentedByHeader(credentials: Credentials | null): Presented {
  return { token: credentials?.sessionToken ?? null, cookies: null, isInCookie: false }
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
  return { token: inCookie ?? inHeader.token, cookies, isInCookie: inCookie !== null }
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

interface SessionData {
  session: { expires_at: string }
  session_token: string
  session_jwt: string
}

/** Moves the tokens of a response into cookies, if the project uses them: no script can read them there. */
export function moveTokensToCookies(
  { setCookies }: Exchange,
  { token, cookies, isInCookie }: Presented,
  requestBody: unknown,
  data: object,
  now: number,
): object {
  if (cookies === null || !hasSession(data)) return data
  const { session, session_token, session_jwt } = data
  const seconds = Math.max(0, Math.floor((Date.parse(session.expires_at) - now) / 1_000))
  const isProlonged =
    (Object(requestBody) as { session_duration_minutes?: unknown }).session_duration_minutes !== undefined
  const hasToken = isInCookie && token === session_token && !isProlonged
  setCookies.push(...setSession(cookies, { token: session_token, jwt: session_jwt, seconds }, hasToken))
  return { ...data, session_token: '', session_jwt: '' }
}

function hasSession(data: object): data is SessionData {
  return 'session' in data && 'session_token' in data && 'session_jwt' in data
}
