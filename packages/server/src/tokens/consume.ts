import { mismatchesPerLink } from '../core/limits.ts'
import type { OneTimePurpose, OneTimeRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** How a link's token is presented. */
export interface PresentedToken {
  projectId: string
  tokenHash: string
  purposes: readonly OneTimePurpose[]
  /** S256 of the verifier; null when none was sent. */
  challenge: string | null
  now: number
}

/** Spends a link. The only call of its kind: every condition, the challenge included, stands in one statement. */
export function consumeToken(
  tx: Pick<StorageVerbs, 'oneTime'>,
  presented: PresentedToken & { usedBy: string },
): Promise<OneTimeRecord | null> {
  return tx.oneTime.consume(presented)
}

/** Spends a passcode that was compared equal; null if somebody was faster. */
export function consumePasscode(
  tx: Pick<StorageVerbs, 'oneTime'>,
  projectId: string,
  methodId: string,
  now: number,
  usedBy: string,
): Promise<OneTimeRecord | null> {
  return tx.oneTime.consumeById(projectId, methodId, now, usedBy)
}

/** Takes the time step of an authenticator's code; false if it, or a later one, was taken before. */
export function consumeTotpStep(
  tx: Pick<StorageVerbs, 'totps'>,
  projectId: string,
  totpId: string,
  step: number,
  now: number,
): Promise<boolean> {
  return tx.totps.useStep(projectId, totpId, step, now)
}

/** Spends a recovery code that was compared equal; false if somebody was faster. */
export function consumeRecoveryCode(
  tx: Pick<StorageVerbs, 'totps'>,
  projectId: string,
  codeId: string,
  now: number,
  usedBy: string,
): Promise<boolean> {
  return tx.totps.useRecoveryCode(projectId, codeId, now, usedBy)
}

/** Spends a challenge that was answered rightly, by its id; null if somebody was faster. */
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
 * Takes what can be presented once and was not made here: a token's `jti`, a proof of work. True for the first who
 * comes with it. It has to be kept until the thing itself has expired.
 */
export function consumeNonce(
  tx: Pick<StorageVerbs, 'usedNonces'>,
  projectId: string,
  key: string,
  expiresAt: number,
): Promise<boolean> {
  return tx.usedNonces.consume(projectId, key, expiresAt)
}

/** Takes a refresh token of this application; null if it is another's, was used, or its grant has ended. */
export function consumeRefreshToken(
  tx: Pick<StorageVerbs, 'oauthGrants'>,
  presented: { projectId: string; tokenHash: string; clientId: string; now: number },
): Promise<{ grantId: string } | null> {
  return tx.oauthGrants.useRefreshToken(presented)
}

export type ConsumeRefusal = { why: 'pkce_mismatch' | 'replayed' | 'dead'; row: OneTimeRecord | null }

/**
 * A link of a project without PKCE may name the browser that asked for it. The verifier of that browser shows that the
 * link was asked for there; the link works without a verifier too, on any device.
 */
export function withoutBrowserProof(row: OneTimeRecord | null, presented: PresentedToken): PresentedToken {
  const isProven = presented.challenge !== null && row?.payload.browserChallenge === presented.challenge
  return isProven ? { ...presented, challenge: null } : presented
}

/**
 * Names why a token was not spent, after the fact and never to decide. A wrong verifier does not end the link at once,
 * because the client tries one pair after the other; it is counted, and too many end the link. Only guesses count: a
 * call without a verifier, or with one for a link without a challenge, guesses nothing.
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
