import { audit } from '../../audit/audit.ts'
import { sha256Hex } from '../../core/hash.ts'
import { endGrantSessions } from '../../notices/announce-session-end.ts'
import { operatorClientId } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthGrantRecord, OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { presentedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken, explainRefusal } from '../../tokens/consume.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { param, required } from '../protocol/params.ts'
import { findSubject, mayAuthorize, type TokenSubject } from '../protocol/subject.ts'
import { redeemedExpiry, refreshTokenRow } from './grant-expiry.ts'
import { requestedResources } from './requested-resources.ts'
import type { TokenRequest } from './token-request.ts'
import { newRefreshToken, tokenResponse } from './tokens.ts'

/** One message for all reasons: it must not help a caller with the code of another client. */
const refusal = (): OAuthError =>
  new OAuthError('invalid_grant', 'The authorization code is invalid, expired or already used.')

/**
 * RFC 6749 §4.1.3. Consuming the code, extending the grant, the refresh token and the audit row are one transaction. A
 * request of another client rolls it back, and the code stays valid for its own client.
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
  const { grant, subject, nonce, resources } = redeemed
  return tokenResponse(context, {
    ...{ project, client, grant, subject, nonce, resources, scopes: grant.scopes },
    refreshToken: grant.offline ? refreshToken : null,
  })
}

async function redeem(
  tx: StorageVerbs,
  context: ProviderContext,
  request: TokenRequest,
  row: OneTimeRecord,
  refreshToken: string,
): Promise<{ grant: OAuthGrantRecord; subject: TokenSubject; nonce: string | null; resources: string[] }> {
  const { project, client, params, exchange } = request
  const now = context.clock.now()
  const { grantId, clientId, redirectUri, nonce } = row.payload
  const presentedUri = param(params, 'redirect_uri')
  // OAuth 2.1 allows a request without redirect_uri if PKCE binds the code.
  const isSameUri = presentedUri === undefined ? row.codeChallenge !== null : presentedUri === redirectUri
  // RFC 9700 §4.8.2: a verifier for a code without a challenge indicates a PKCE downgrade attack.
  const isDowngraded = row.codeChallenge === null && param(params, 'code_verifier') !== undefined
  if (clientId !== client.id || !isSameUri || isDowngraded) throw refusal()
  const known = await tx.oauthGrants.get(project.id, String(grantId))
  const grant = known && (await tx.oauthGrants.extend(project.id, known.id, redeemedExpiry(client, known, now), now))
  const subject = grant && (await findSubject(tx, project, grant.accountId))
  if (!grant || !subject || !mayAuthorize(subject, client)) throw refusal()
  const resources = requestedResources(context, request, grant.resources)
  if (grant.offline) await tx.oauthGrants.addRefreshToken(refreshTokenRow(grant, refreshToken, now))
  await audit(
    tx,
    context,
    { ...exchange, project },
    {
      ...{ event: 'oauth_token', result: 'ok', accountId: subject.account.id, targetId: grant.id },
      byClient: operatorClientId(client),
    },
  )
  return { grant, subject, resources, nonce: typeof nonce === 'string' ? nonce : null }
}

/** A replayed code was stolen: the grant of its first use is revoked (RFC 6749 §4.1.2). */
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
      ...{ event: 'token_replay', result: 'refused', accountId: row.accountId, targetId: grantId },
    })
  })
}
