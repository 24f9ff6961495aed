import type { SessionsAttestRequest } from '@latchkey/contract'
import type { Caller } from '../../core/caller.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { issuerOf } from '../../projects/create-project.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { sessionTokenId } from '../../sessions/session-claims.ts'
import { isSessionToken } from '../../sessions/session-token.ts'
import type { SessionRecord } from '../../storage/records.ts'
import { lockoutSubjectOfAccount } from '../../storage/verbs.ts'

/**
 * The session that the call continues: the one of the header, or one of the body's two fields. If they name different
 * sessions, the request is rejected.
 */
export async function presentedSession(
  context: ProviderContext,
  call: Call<SessionsAttestRequest>,
): Promise<Caller | null> {
  const { session_token, session_jwt } = call.body
  const inHeader = await call.session()
  const inBody = [
    ...(session_token === undefined || session_token === '' ? [] : [await findByToken(context, call, session_token)]),
    ...(session_jwt === undefined || session_jwt === '' ? [] : [await findByJwt(context, call, session_jwt)]),
  ]
  const [first = inHeader] = inBody
  for (const found of inHeader === null ? inBody : [inHeader, ...inBody]) {
    if (found === null || found.session.id !== first?.session.id) throw new ProviderError('invalid_session_token')
  }
  return first
}

async function findByToken(context: ProviderContext, call: Call<unknown>, token: string): Promise<Caller | null> {
  if (!isSessionToken(token)) return null
  return context.storage.sessions.findByTokenHash(call.project.id, sha256Hex(token), context.clock.now())
}

/**
 * Valid only as long as its session: a revoked session is rejected although its JWT has not expired. A JWT stands for the
 * session token that it was issued for: if that was replaced, the JWT counts as the replaced token, and is rejected when
 * the token is.
 */
async function findByJwt(context: ProviderContext, { project }: Call<unknown>, jwt: string): Promise<Caller | null> {
  const { storage, signingKeys, clock, baseUrl } = context
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const keys = createLocalJWKSet((await signingKeys.jwks(project.id)) as Parameters<typeof createLocalJWKSet>[0])
  const now = clock.now()
  const verified = await jwtVerify(jwt, keys, {
    ...{ audience: project.id, typ: 'JWT', algorithms: ['ES256', 'RS256'], clockTolerance: 60 },
    issuer: project.issuer === '' ? issuerOf(baseUrl, project.id) : project.issuer,
    currentDate: new Date(now),
  }).catch(() => null)
  const { sid, sub, session_token_id } = verified?.payload ?? {}
  if (typeof sid !== 'string' || typeof sub !== 'string') return null
  const session = await storage.sessions.get(project.id, sid)
  if (session === null || session.revokedAt !== null || session.expiresAt <= now || session.subjectId !== sub)
    return null
  const usesReplacedToken = session_token_id !== sessionTokenId(session.tokenHash)
  if (usesReplacedToken && !isReplacedToken(session, session_token_id, now)) return null
  const account = await storage.accounts.get(project.id, sub)
  if (account === null || account.disabledAt !== null || account.sessionsEpoch !== session.accountEpoch) return null
  const lock = await storage.lockouts.get(project.id, lockoutSubjectOfAccount(sub))
  return { session, account, membership: null, lock, usesReplacedToken }
}

/** Whether the id is that of the token from before the last rotation, which is still accepted. */
function isReplacedToken({ prevHash, prevValidUntil }: SessionRecord, id: unknown, now: number): boolean {
  return prevHash !== null && id === sessionTokenId(prevHash) && (prevValidUntil ?? 0) > now
}
