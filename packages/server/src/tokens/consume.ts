import { mismatchesPerLink } from '../core/limits.ts'
import type { OneTimePurpose, OneTimeRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** A link token with the values that must match. */
export interface PresentedToken {
  projectId: string
  tokenHash: string
  purposes: readonly OneTimePurpose[]
  /** S256 of the verifier; null without one. */
  challenge: string | null
  now: number
}

/** Consumes a link. One statement checks all conditions, including the challenge; no other function consumes links. */
export function consumeToken(
  tx: Pick<StorageVerbs, 'oneTime'>,
  presented: PresentedToken & { usedBy: string },
): Promise<OneTimeRecord | null> {
  return tx.oneTime.consume(presented)
}

/** Consumes a passcode that matched; null if another request was faster. */
export function consumePasscode(
  tx: Pick<StorageVerbs, 'oneTime'>,
  projectId: string,
  methodId: string,
  now: number,
  usedBy: string,
): Promise<OneTimeRecord | null> {
  return tx.oneTime.consumeById(projectId, methodId, now, usedBy)
}

/** Consumes the time step of an authenticator code; false if it, or a later one, was used before. */
export function consumeTotpStep(
  tx: Pick<StorageVerbs, 'totps'>,
  projectId: string,
  totpId: string,
  step: number,
  now: number,
): Promise<boolean> {
  return tx.totps.useStep(projectId, totpId, step, now)
}

/** Consumes a recovery code that matched; false if another request was faster. */
export function consumeRecoveryCode(
  tx: Pick<StorageVerbs, 'totps'>,
  projectId: string,
  codeId: string,
  now: number,
  usedBy: string,
): Promise<boolean> {
  return tx.totps.useRecoveryCode(projectId, codeId, now, usedBy)
}

/** Consumes a challenge with a valid answer, by its id; null if another request was faster. */
export function consumeChallenge(
  tx: Pick<StorageVerbs, 'oneTime'>,
  projectId: string,
  challengeId: string,
  now: number,
  usedBy: string,
): Promise<OneTimeRecord | null> {
  return tx.oneTime.consumeById(projectId, challengeId, now, usedBy)
}

/**
 * Consumes a value that works once but was not issued here, such as a `jti` or a proof of work. True for the first
 * request with it. The row must be stored until the value itself has expired.
 */
export function consumeNonce(
  tx: Pick<StorageVerbs, 'usedNonces'>,
  projectId: string,
  key: string,
  expiresAt: number,
): Promise<boolean> {
  return tx.usedNonces.consume(projectId, key, expiresAt)
}

/** Consumes a refresh token of this client; null if it belongs to another, was used, or its grant has ended. */
export function consumeRefreshToken(
  tx: Pick<StorageVerbs, 'oauthGrants'>,
  presented: { projectId: string; tokenHash: string; clientId: string; now: number },
): Promise<{ grantId: string } | null> {
  return tx.oauthGrants.useRefreshToken(presented)
}

export type ConsumeRefusal = { why: 'pkce_mismatch' | 'replayed' | 'dead'; row: OneTimeRecord | null }

/**
 * In a project without PKCE a link may name the browser that requested it. The verifier of that browser proves that the
 * link was requested there; the link also works on any device without a verifier.
 */
export function withoutBrowserProof(row: OneTimeRecord | null, presented: PresentedToken): PresentedToken {
  const isProven = presented.challenge !== null && row?.payload.browserChallenge === presented.challenge
  return isProven ? { ...presented, challenge: null } : presented
}

/**
 * Explains why a token was not consumed; never used for the decision. A wrong verifier does not end the link at once,
 * because the client tries its stored pairs one by one; it is counted, and too many end the link. Only guesses count: a
 * call without a verifier, or with one for a link without a challenge, is not a guess.
 */
export async function explainRefusal(
  storage: Pick<StorageVerbs, 'oneTime'>,
  presented: PresentedToken,
): Promise<ConsumeRefusal> {
  const { projectId, tokenHash, purposes, challenge, now } = presented
  const row = await storage.oneTime.findByTokenHash(projectId, tokenHash)
  if (row === null || !purposes.includes(row.purpose)) return { why: 'dead', row: null }
  if (row.usedAt !== null) return { why: 'replayed', row }
  if (row.voidedAt !== null || row.expiresAt <= now) return { why: 'dead', row }
  if (row.codeChallenge === challenge) return { why: 'dead', row }
  if (row.codeChallenge !== null && challenge !== null)
    await storage.oneTime.countMismatch(projectId, row.id, mismatchesPerLink, now)
  return { why: 'pkce_mismatch', row }
}
