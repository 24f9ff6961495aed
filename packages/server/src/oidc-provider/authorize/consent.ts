import type { ProjectRecord, SessionRecord } from '../../storage/records.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

/** The newest proof that a session rests on. It may be older than the session, which an access token can begin too. */
export function authenticatedAt({ factors, startedAt }: Pick<SessionRecord, 'factors' | 'startedAt'>): number {
  const times = factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at))
  return times.length === 0 ? startedAt : Math.max(...times)
}

/** Is this the person the application expects, signed in as lately as it wants? */
export function isSignedInAsAsked(request: AuthorizeRequest, session: SessionRecord): boolean {
  const { hintedUser, prompts, maxAge, requestedAt } = request
  if (hintedUser !== null && hintedUser !== session.subjectId) return false
  const at = authenticatedAt(session)
  // Whoever signs in because of this request is as fresh as can be, however long the rest then takes.
  if (at >= requestedAt) return true
  // By when it was asked, too: whoever takes the time to read is not to be sent back for it.
  return !prompts.has('login') && (maxAge === null || at >= requestedAt - maxAge * 1_000)
}

/** Does the person have to be asked? Their own project's applications need no leave, unless they ask for it. */
export function isConsentRequired(
  { environment }: Pick<ProjectRecord, 'environment'>,
  { client, prompts, redirectUri }: Pick<AuthorizeRequest, 'client' | 'prompts' | 'redirectUri'>,
  consented: readonly string[],
  grantable: readonly string[],
): boolean {
  if (prompts.has('consent') || prompts.has('select_account')) return true
  // RFC 8252 §8.6: what answers there may be any program on the device, whatever it calls itself. Where somebody
  // develops, it is their own page.
  if (!/^https:/.test(redirectUri) && !(environment === 'test' && /^http:/.test(redirectUri))) return true
  return !client.isFirstParty && !grantable.every((scope) => consented.includes(scope))
}
