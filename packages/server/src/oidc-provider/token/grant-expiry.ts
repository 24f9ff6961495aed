import { sha256Hex } from '../../core/hash.ts'
import { isLongLived } from '../../oauth-clients/client-rules.ts'
import type { OAuthClientRecord, OAuthGrantRecord, RefreshTokenRecord } from '../../storage/records.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Tokens are signed after the grant is written, so they expire slightly later. */
const signingMs = minute
/** An unused grant ends after 30 days, and every grant after a year. */
const slidingMs = 30 * day
const longestMs = 365 * day

/** When a grant and its newest refresh token expire. */
export function grantExpiry(createdAt: number, now: number): number {
  return Math.min(now + slidingMs, createdAt + longestMs)
}

/** The expiry of a grant whose code was just redeemed. It ends with the access token unless it is needed for longer. */
export function redeemedExpiry(client: OAuthClientRecord, grant: OAuthGrantRecord, now: number): number {
  return isLongLived(client, grant) ? grantExpiry(now, now) : now + client.accessTokenMinutes * minute + signingMs
}

export function refreshTokenRow(grant: OAuthGrantRecord, token: string, now: number): RefreshTokenRecord {
  return {
    projectId: grant.projectId,
    tokenHash: sha256Hex(token),
    grantId: grant.id,
    usedAt: null,
    createdAt: now,
    expiresAt: grantExpiry(grant.createdAt, now),
  }
}
