import { audit } from '../../audit/audit.ts'
import { sha256Hex } from '../../core/hash.ts'
import { endGrantSessions } from '../../notices/announce-session-end.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthGrantRecord, OneTimeRecord, UserRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { presentedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken, explainRefusal } from '../../tokens/consume.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { param, required } from '../protocol/params.ts'
import { redeemedExpiry, refreshTokenRow } from './grant-expiry.ts'
import { requestedResources } from './requested-resources.ts'
import type { TokenRequest } from './token-request.ts'
import { newRefreshToken, tokenAnswer } from './tokens.ts'

/** Why does not matter to whoever has a code that is not theirs. */
const refusal = (): OAuthError => new OAuthError('invalid_grant', 'The code is not valid, has expired or was used.')

/**
 * RFC 6749 §4.1.3. Spending the code, waking the grant, the refresh token and the audit row are one transaction; what
 * does not fit the code's own application rolls all of it back, and the code stays its owner's.
 */
export async function grantByCode(context: ProviderContext, request: TokenRequest): Promise<Record<string, unknown>> {
  const { storage, clock } = context
  const { project, client, params, exchange } = request
  const verifier = param(params, 'code_verifier')
  const presented = {
    projectId: project.id,
    tokenHash: sha256Hex(required(params, 'code')),
    purposes: ['oauth_code'] as const,
    challenge: presentedChallenge(verifier),
    now: clock.now(),
  }
  const refreshToken = newRefreshToken(context)
  const redeemed = await storage.transaction(async (tx) => {
    const row = await consumeToken(tx, { ...presented, usedBy: exchange.requestId })
    return row && redeem(tx, context, request, row, refreshToken)
  })
  if (redeemed === null) {
    await endReplayed(context, request, presented)
    throw refusal()
  }
  const { grant, user, nonce, resources } = redeemed
  return tokenAnswer(context, {
    ...{ project, client, grant, user, nonce, resources, scopes: grant.scopes },
    refreshToken: grant.offline ? refreshToken : null,
  })
}

async function redeem(
  tx: StorageVerbs,
  context: ProviderContext,
  request: TokenRequest,
  row: OneTimeRecord,
  refreshToken: string,
): Promise<{ grant: OAuthGrantRecord; user: UserRecord; nonce: string | null; resources: string[] }> {
  const { project, client, params, exchange } = request
  const now = context.clock.now()
  const { grantId, clientId, redirectUri, nonce } = row.payload
  const given = param(params, 'redirect_uri')
  // OAuth 2.1 lets it be left out where a verifier binds the code as well.
  const isSameAddress = given === undefined ? row.codeChallenge !== null : given === redirectUri
  // RFC 9700 §4.8.2: a verifier for a code that has no challenge is a sign that somebody took the challenge away.
  const isDowngraded = row.codeChallenge === null && param(params, 'code_verifier') !== undefined
  if (clientId !== client.id || !isSameAddress || isDowngraded) throw refusal()
  const known = await tx.oauthGrants.get(project.id, String(grantId))
  const grant = known && (await tx.oauthGrants.extend(project.id, known.id, redeemedExpiry(client, known, now), now))
  const user = grant?.userId ? await tx.users.get(project.id, grant.userId) : null
  if (!grant || !user || user.disabledAt !== null) throw refusal()
  const resources = requestedResources(context, request, grant.resources)
  if (grant.offline) await tx.oauthGrants.addRefreshToken(refreshTokenRow(grant, refreshToken, now))
  await audit(
    tx,
    context,
    { ...exchange, project },
    {
      ...{ event: 'oauth_token', result: 'ok', userId: user.id, targetId: grant.id },
    },
  )
  return { grant, user, resources, nonce: typeof nonce === 'string' ? nonce : null }
}

/** A code that comes twice is in two hands: what the first got for it is taken back (RFC 6749 §4.1.2). */
async function endReplayed(
  context: ProviderContext,
  { project, client, exchange }: TokenRequest,
  presented: Parameters<typeof explainRefusal>[1],
): Promise<void> {
  const { why, row } = await explainRefusal(context.storage, presented)
  if (why !== 'replayed' || row === null || row.payload.clientId !== client.id) return
  const grantId = String(row.payload.grantId)
  await context.storage.transaction(async (tx) => {
    const source = { ...exchange, project }
    await tx.oauthGrants.revoke(project.id, grantId, context.clock.now())
    await endGrantSessions(tx, context, source, [grantId])
    await audit(tx, context, source, {
      ...{ event: 'token_replay', result: 'refused', userId: row.userId, targetId: grantId },
    })
  })
}
