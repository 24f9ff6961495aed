import type { AuthenticateResponse, SessionsExchangeAccessTokenRequest } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { reject } from '../../audit/reject.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { factorAnswer, newFactor, type ProofResult, proveFactor } from '../../organizations/prove-factor.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { exchangeDelivery } from '../protocol/authentication-context.ts'
import { readAccessToken } from './access-token.ts'

const event = 'access_token_exchange'

/** Starts a session for the user of an access token with the scope `full_access` and this provider as audience. */
export async function exchangeAccessToken(
  context: ProviderContext,
  call: Call<SessionsExchangeAccessTokenRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { storage, clock, random } = context
  const { project, body } = call
  const read = await readAccessToken(context, project, body.access_token)
  const accountId = read?.isForProject && read.scopes.includes('full_access') ? read.grant.accountId : null
  if (!read || accountId === null) throw await reject(context, call, { event, error: 'invalid_access_token' })
  const caller = await call.session()
  const token = newSessionToken(random)
  const { clientId, id, authTime } = read.grant
  const exchange = async (tx: StorageVerbs): Promise<ProofResult | null> => {
    const now = clock.now()
    // The row lock comes first: a concurrent revocation of all sessions waits and then ends this session too.
    const account = await lockAccountRow(tx, { projectId: project.id, id: accountId }, now)
    // `extend` returns null for a revoked grant: it must not start a session.
    const grant = await tx.oauthGrants.extend(project.id, id, read.grant.expiresAt, now)
    if (account.disabledAt !== null || grant === null) return null
    const begun = await proveFactor(tx, context, call, {
      secret: { accountId, issuedAt: read.grant.createdAt, dead: 'invalid_access_token' },
      ...{ account, event, caller, token, registrationId: clientId, change: 'none', continuesOnly: false },
      factor: {
        // The time of the sign-in behind the token: presenting the token proves nothing new.
        ...newFactor('oauth', exchangeDelivery, authTime ?? read.grant.createdAt),
        oauth_access_token_exchange_factor: { client_id: clientId },
      },
      durationMinutes: body.session_duration_minutes,
    })
    // A session started by the token ends with the grant; an existing session of the user does not.
    if (begun.kind === 'new') await tx.oauthGrants.linkSession(project.id, id, begun.session.id)
    return begun
  }
  const proven = await storage.transaction(exchange).catch(async (error: unknown) => {
    throw error instanceof LimitError ? await auditLimit(storage, context, call, error) : error
  })
  if (proven === null) throw await reject(context, call, { event, error: 'invalid_access_token' })
  return factorAnswer(context, call, proven)
}
