import type { ProjectRecord, SessionRecord } from '../../storage/records.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

/** The time of the newest factor of a session. It may be older than a session that an access token started. */
export function authenticatedAt({ factors, startedAt }: Pick<SessionRecord, 'factors' | 'startedAt'>): number {
  const times = factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at))
  return times.length === 0 ? startedAt : Math.max(...times)
}

/** Is this the expected user (`id_token_hint`), signed in recently enough for `prompt=login` and `max_age`? */
export function meetsSignInRequirements(request: AuthorizeRequest, session: SessionRecord): boolean {
  const { hintedUser, prompts, maxAge, requestedAt } = request
  if (hintedUser !== null && hintedUser !== session.subjectId) return false
  const at = authenticatedAt(session)
  // A sign-in made for this request stays valid, however long the user takes to consent.
  if (at >= requestedAt) return true
  // Measured at the time of the request: reading the consent page must not outdate the sign-in.
  return !prompts.has('login') && (maxAge === null || at >= requestedAt - maxAge * 1_000)
}

/** Must the user be asked for consent? First-party applications need none, unless they request it with `prompt`. */
export function isConsentRequired(
  { environment }: Pick<ProjectRecord, 'environment'>,
  { client, prompts, redirectUri }: Pick<AuthorizeRequest, 'client' | 'prompts' | 'redirectUri'>,
  consented: readonly string[],
  grantable: readonly string[],
): boolean {
  if (prompts.has('consent') || prompts.has('select_account')) return true
  // RFC 8252 §8.6: any program on the device may receive such a redirect. In a test project, plain http is the
  // developer's own page.
  if (!/^https:/.test(redirectUri) && !(environment === 'test' && /^http:/.test(redirectUri))) return true
  return !client.isFirstParty && !grantable.every((scope) => consented.includes(scope))
}
