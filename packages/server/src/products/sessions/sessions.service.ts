import type { AuthenticateResponse, SessionsAuthenticateRequest } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { limitFor } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { countRequest } from '../../http/exchange.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { sessionExpiry } from '../../sessions/issue-session.ts'
import { sessionAnswer } from '../../sessions/session-answer.ts'

/** `last_accessed_at` is written at most this often: most refreshes write nothing. */
const accessWriteMs = 10 * 60_000

/** The background refresh: same session, same token, new JWT. */
export async function authenticateSession(
  context: ProviderContext,
  call: Call<SessionsAuthenticateRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  return sessionAnswer(context, call.project, await refreshSession(context, call))
}

interface RefreshedSession extends Caller {
  token: string
  /** Limits the expiry of the JWT. */
  jwtUntil: number | undefined
}

/** Counts the refresh of the presented session and stores its new times. */
export async function refreshSession(
  context: ProviderContext,
  call: Call<SessionsAuthenticateRequest>,
  mayExtend: (caller: Caller) => boolean = () => true,
): Promise<RefreshedSession> {
  const { project, body } = call
  const caller = await presentedSession(context, call)
  countRefresh(context, caller)
  const now = context.clock.now()
  const { session } = caller
  // A replaced token does not extend the session, and the JWT expires with the replaced token.
  const minutes = caller.usesReplacedToken || !mayExtend(caller) ? undefined : body.session_duration_minutes
  const jwtUntil = caller.usesReplacedToken ? (session.prevValidUntil ?? now) : undefined
  const expiresAt = minutes === undefined ? session.expiresAt : sessionExpiry(project, session, minutes, now)
  const isExtended = expiresAt !== session.expiresAt
  if (isExtended || now - session.lastAccessedAt >= accessWriteMs) {
    const change = isExtended ? { lastAccessedAt: now, expiresAt } : { lastAccessedAt: now }
    // Conditional: if the session was revoked first, the refresh fails.
    if (!(await context.storage.sessions.touch(project.id, session.id, change, now)))
      throw new ProviderError('session_not_found')
  }
  return {
    ...caller,
    session: { ...session, lastAccessedAt: now, expiresAt },
    token: call.sessionToken ?? '',
    jwtUntil,
  }
}

export async function revokeSession(context: ProviderContext, call: Call<null>): Promise<object> {
  if (call.sessionToken === null) throw new ProviderError('user_unauthenticated')
  const caller = await call.session()
  if (!caller) throw new ProviderError('session_not_found')
  const { session, account } = caller
  const isEnded = await context.storage.transaction(async (tx) => {
    if (!(await tx.sessions.revoke(call.project.id, session.id, context.clock.now()))) return false
    await announceSessionEnd(tx, context, call.project, [session.id])
    await audit(tx, context, call, {
      event: 'session_revoke',
      result: 'ok',
      accountId: account.id,
      targetId: session.id,
    })
    return true
  })
  if (!isEnded) throw new ProviderError('session_not_found')
  return {}
}

/** Requests without a valid session are counted by IP address; refreshes of a valid session are not. */
async function presentedSession(context: ProviderContext, call: Call<unknown>): Promise<Caller> {
  const caller = await call.session()
  if (caller) return caller
  countRequest(context, call.client)
  throw new ProviderError(call.sessionToken === null ? 'user_unauthenticated' : 'session_not_found')
}

function countRefresh(context: ProviderContext, { session }: Caller): void {
  const limit = limitFor('refreshes_per_session', context.config.limits, undefined)
  const refused = context.memoryLimits.take(`refreshes:${session.id}`, limit)
  if (!refused) return
  context.metrics.limitHit('refreshes_per_session')
  throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
}
