import { audit } from '../../audit/audit.ts'
import { sha256Hex } from '../../core/hash.ts'
import type { Limit } from '../../core/limits.ts'
import { countShared } from '../../limits/count-shared.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { endGrantSessions } from '../../notices/announce-session-end.ts'
import { isOperatorClient, operatorClientId } from '../../oauth-clients/client-rules.ts'
import { judgeScopes } from '../../oauth-clients/scopes.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthGrantRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { consumeRefreshToken } from '../../tokens/consume.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { param, required } from '../protocol/params.ts'
import { findSubject, granterOf, mayAuthorize, type TokenSubject } from '../protocol/subject.ts'
import { grantExpiry, refreshTokenRow } from './grant-expiry.ts'
import { requestedResources } from './requested-resources.ts'
import type { TokenRequest } from './token-request.ts'
import { isRefreshToken, nextRefreshToken, possibleNextRefreshTokens, tokenResponse } from './tokens.ts'

/** A used token is accepted this long: the response may have been lost, or two tabs may refresh at once. */
const graceMs = 30_000

const day = 24 * 60 * 60_000

/** Renewals of a grant from one network before further ones count for `renewals_per_ip`: one in seven minutes. */
export const renewalsOfGrant: Limit = { limit: 200, windowMs: day }

/** The same for all grants of one network together. */
export const renewalsOfNetwork: Limit = { limit: 20_000, windowMs: day }

const refusal = (): OAuthError => new OAuthError('invalid_grant', 'The refresh token is invalid, expired or revoked.')

interface Renewable {
  grant: OAuthGrantRecord
  subject: TokenSubject
  scopes: string[]
  resources: string[]
}

interface Renewed extends Renewable {
  refreshToken: string
}

interface Presented {
  projectId: string
  token: string
  tokenHash: string
  clientId: string
  now: number
}

/** RFC 6749 §6 with rotation. Reuse after the grace period means a stolen token, and the whole grant is revoked. */
export async function grantByRefreshToken(
  context: ProviderContext,
  request: TokenRequest,
): Promise<Record<string, unknown>> {
  const { storage, clock, vault } = context
  const { project, client, params, exchange } = request
  const token = required(params, 'refresh_token')
  if (!isRefreshToken(token)) throw refusal()
  const presented: Presented = {
    ...{ projectId: project.id, clientId: client.id, now: clock.now() },
    ...{ token, tokenHash: sha256Hex(token) },
  }
  const renew = async (tx: StorageVerbs): Promise<Renewed | null> => {
    const used = await consumeRefreshToken(tx, presented)
    if (used === null) return null
    const known = await tx.oauthGrants.get(project.id, used.grantId)
    const expiresAt = grantExpiry(known?.createdAt ?? presented.now, presented.now)
    const grant = await tx.oauthGrants.extend(project.id, used.grantId, expiresAt, presented.now)
    if (grant === null) throw refusal()
    if (!isOperatorClient(client)) countRenewal(context, request, grant)
    const found = await readRenewable(tx, context, request, grant)
    const refreshToken = nextRefreshToken(vault, token)
    await tx.oauthGrants.addRefreshToken(refreshTokenRow(grant, refreshToken, presented.now))
    await audit(
      tx,
      context,
      { ...exchange, project },
      {
        ...{ event: 'oauth_token', result: 'ok', accountId: found.subject.account.id, targetId: grant.id },
        byClient: operatorClientId(client),
      },
    )
    return { ...found, refreshToken }
  }
  const renewed = await storage.transaction(renew).catch(async (error: unknown) => {
    throw error instanceof LimitError ? await auditLimit(storage, context, { ...exchange, project }, error) : error
  })
  const found = renewed ?? (await useGrace(context, request, presented))
  return tokenResponse(context, { ...found, project, client, nonce: null })
}

/** Each renewal stores a refresh token, which is needed until the grant ends, to recognize a stolen one. */
function countRenewal(context: ProviderContext, { project, exchange }: TokenRequest, { id }: OAuthGrantRecord): void {
  const limit = { name: 'renewals_per_ip', ofSubject: renewalsOfGrant, ofNetwork: renewalsOfNetwork } as const
  countShared(context, { project, client: exchange.client }, limit, id)
}

/** Roles and settings may have changed: only scopes that the user or member could grant today are renewed. */
async function readRenewable(
  tx: Parameters<typeof findSubject>[0],
  context: ProviderContext,
  request: TokenRequest,
  grant: OAuthGrantRecord,
): Promise<Renewable> {
  const { project, client, params } = request
  const subject = await findSubject(tx, project, grant.accountId)
  if (subject === null || !mayAuthorize(subject, client)) throw refusal()
  const { grantable } = judgeScopes(project, client, granterOf(project, subject), grant.scopes)
  const requested = param(params, 'scope')?.split(' ').filter(Boolean)
  if (requested?.some((scope) => !grant.scopes.includes(scope)))
    throw new OAuthError('invalid_scope', 'The requested scope exceeds the granted scope.')
  const scopes = requested ? grantable.filter((scope) => requested.includes(scope)) : grantable
  if (scopes.length === 0) throw refusal()
  return { grant, subject, scopes, resources: requestedResources(context, request, grant.resources) }
}

async function useGrace(
  context: ProviderContext,
  request: TokenRequest,
  { token, tokenHash, now }: Presented,
): Promise<Renewed> {
  const { storage } = context
  const { project, client, exchange } = request
  const row = await storage.oauthGrants.findRefreshToken(project.id, tokenHash)
  const grant = row && (await storage.oauthGrants.get(project.id, row.grantId))
  if (!row || !grant || grant.clientId !== client.id || row.usedAt === null) throw refusal()
  const isLive = grant.revokedAt === null && grant.expiresAt > now
  if (isLive && now - row.usedAt < graceMs) {
    const refreshToken = await storedSuccessor(context, project.id, token)
    return { ...(await readRenewable(storage, context, request, grant)), refreshToken }
  }
  await storage.transaction(async (tx) => {
    const source = { ...exchange, project }
    await tx.oauthGrants.revoke(project.id, grant.id, now)
    await endGrantSessions(tx, context, source, [grant.id])
    await audit(tx, context, source, {
      ...{ event: 'token_replay', result: 'refused', accountId: grant.accountId, targetId: grant.id },
    })
  })
  throw refusal()
}

/** Finds the successor that was issued: the master key may have been rotated since. */
async function storedSuccessor({ storage, vault }: ProviderContext, projectId: string, token: string): Promise<string> {
  for (const next of possibleNextRefreshTokens(vault, token))
    if (await storage.oauthGrants.findRefreshToken(projectId, sha256Hex(next))) return next
  throw refusal()
}
