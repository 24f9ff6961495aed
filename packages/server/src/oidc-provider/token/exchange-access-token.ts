import type { AuthenticateResponse, SessionsExchangeAccessTokenRequest } from '@latchkey/contract'
import { lockUserRow } from '../../accounts/lock-user.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { factorAnswer, newFactor, type ProvenFactor, proveFactor } from '../../sessions/prove-factor.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { exchangeDelivery } from '../protocol/authentication-context.ts'
import { readAccessToken } from './access-token.ts'

const event = 'access_token_exchange'

/** A session for the owner of an access token: only by one that may do everything, and that is for us. */
export async function exchangeAccessToken(
  context: ProviderContext,
  call: Call<SessionsExchangeAccessTokenRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { storage, clock, random } = context
  const { project, body } = call
  const read = await readAccessToken(context, project, body.access_token)
  const userId = read?.isForProject && read.scopes.includes('full_access') ? read.grant.userId : null
  if (!read || userId === null) throw await refused(context, call)
  const caller = await call.session()
  const token = newSessionToken(random)
  const { clientId, id, authTime } = read.grant
  const exchange = async (tx: StorageVerbs): Promise<ProvenFactor | null> => {
    const now = clock.now()
    // Held first: whoever ends all of the user's sessions meanwhile comes after, and ends this one too.
    const user = await lockUserRow(tx, { projectId: project.id, id: userId }, now)
    // Guarded: what is being revoked at this moment begins no session.
    const grant = await tx.oauthGrants.extend(project.id, id, read.grant.expiresAt, now)
    if (user.disabledAt !== null || grant === null) return null
    const begun = await proveFactor(tx, context, call, {
      secret: { userId, issuedAt: read.grant.createdAt, dead: 'invalid_access_token' },
      ...{ user, event, caller, token, registrationId: clientId, change: 'none', continuesOnly: false },
      factor: {
        // As old as the sign-in that the token rests on: to show it proves nothing anew.
        ...newFactor('oauth', exchangeDelivery, authTime ?? read.grant.createdAt),
        oauth_access_token_exchange_factor: { client_id: clientId },
      },
      durationMinutes: body.session_duration_minutes,
    })
    // What the token began ends with what it was given for; what its person began does not.
    if (begun.kind === 'new') await tx.oauthGrants.linkSession(project.id, id, begun.session.id)
    return begun
  }
  const proven = await storage.transaction(exchange).catch(async (error: unknown) => {
    throw error instanceof LimitError ? await auditLimit(storage, context, call, error) : error
  })
  if (proven === null) throw await refused(context, call)
  return factorAnswer(context, call, proven)
}

async function refused(context: ProviderContext, call: Call<unknown>): Promise<ProviderError> {
  const errorType = 'invalid_access_token'
  await audit(context.storage, context, call, { event, result: 'refused', errorType })
  return new ProviderError(errorType)
}
