import { sha256Hex } from '../../core/hash.ts'
import type { OAuthClientRecord, OAuthGrantRecord, RefreshTokenRecord } from '../../storage/records.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Tokens are signed after the grant was written, and live from then on. */
const signingMs = minute
/** Whoever does not come for so long has to ask again, and everybody once a year. */
const slidingMs = 30 * day
const longestMs = 365 * day

/** Until when a grant, and its newest refresh token, live. */
export function grantExpiry(createdAt: number, now: number): number {
  return Math.min(now + slidingMs, createdAt + longestMs)
}

/**
 * The same for what a code has just given. What cannot be renewed ends with its access token, unless its session's end
 * is still to be told, or is still to end what was begun with it.
 */
export function redeemedExpiry(client: OAuthClientRecord, grant: OAuthGrantRecord, now: number): number {
  const isNeeded = grant.offline || client.backchannelLogoutUri !== null || grant.scopes.includes('full_access')
  return isNeeded ? grantExpiry(now, now) : now + client.accessTokenMinutes * minute + signingMs
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
