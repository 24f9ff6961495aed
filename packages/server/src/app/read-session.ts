import type { Caller } from '../core/caller.ts'
import { sha256Hex } from '../core/hash.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Credentials } from '../http/authorization.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  endSession,
  keepSession,
  readSessionCookies,
  removeOthers,
  requirePage,
  type SessionCookies,
  sessionCookiesOf,
} from '../http/session-cookies.ts'
import type { ProviderContext } from '../provider-context.ts'
import { isSessionToken } from '../sessions/session-token.ts'
import type { ProjectRecord } from '../storage/records.ts'

/** What a request says of its session. */
export interface Presented {
  /** As it was sent; null when none was. */
  readonly token: string | null
  /** Where the answer's session is kept; null where its tokens stand in the body. */
  readonly cookies: SessionCookies | null
  readonly isInCookie: boolean
}

/** By the header alone. */
export function presentedByHeader(credentials: Credentials | null): Presented {
  return { token: credentials?.sessionToken ?? null, cookies: null, isInCookie: false }
}

/**
 * The session a request comes with; the only reader of it. The header's counts for pages with cookies too: whoever was
 * signed in before a project had them stays so, and gets the cookies with the next answer.
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
  // A server or an app: it has no cookies and wants none.
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

/** Two tokens may be one session, shortly after it got a new one. Any other two leave open which was meant. */
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

/** What is no token of ours costs no look-up. */
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

/** The answer as a page may read it: where cookies keep the session, its tokens are in them and nowhere else. */
export function keepInCookies(
  { setCookies }: Exchange,
  { token, cookies, isInCookie }: Presented,
  asked: unknown,
  data: object,
  now: number,
): object {
  if (cookies === null || !hasSession(data)) return data
  const { session, session_token, session_jwt } = data
  const seconds = Math.max(0, Math.floor((Date.parse(session.expires_at) - now) / 1_000))
  const isProlonged = (Object(asked) as { session_duration_minutes?: unknown }).session_duration_minutes !== undefined
  const hasToken = isInCookie && token === session_token && !isProlonged
  setCookies.push(...keepSession(cookies, { token: session_token, jwt: session_jwt, seconds }, hasToken))
  return { ...data, session_token: '', session_jwt: '' }
}

function hasSession(data: object): data is SessionData {
  return 'session' in data && 'session_token' in data && 'session_jwt' in data
}
