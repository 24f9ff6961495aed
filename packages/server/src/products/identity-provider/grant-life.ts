import { sha256Hex } from '../../security/hash.ts'
import type { OAuthGrantRecord, RefreshTokenRecord } from '../../storage/records.ts'

const day = 24 * 60 * 60_000
/** Whoever does not come for so long has to ask again, and everybody once a year. */
const slidingMs = 30 * day
const longestMs = 365 * day

/** Until when a grant, and its newest refresh token, live. */
export function grantExpiry(createdAt: number, now: number): number {
  return Math.min(now + slidingMs, createdAt + longestMs)
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
