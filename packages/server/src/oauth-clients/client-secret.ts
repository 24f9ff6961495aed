import type { Random } from '../core/clock-and-random.ts'
import { equalDigests, sha256Hex } from '../core/hash.ts'
import type { Environment } from '../core/ids.ts'
import type { OAuthClientRecord } from '../storage/records.ts'

/** `client-secret-live-` and 256 random bits. */
export function newClientSecret(environment: Environment, random: Random): string {
  return `client-secret-${environment}-${Buffer.from(random.bytes(32)).toString('base64url')}`
}

export function secretFields(secret: string): Pick<OAuthClientRecord, 'secretHash' | 'secretHint'> {
  return { secretHash: sha256Hex(secret), secretHint: secret.slice(-4) }
}

/** Accepts the current secret, and the previous one until it expires. */
export function isClientSecret(client: OAuthClientRecord, secret: string, now: number): boolean {
  const digest = sha256Hex(secret)
  const isCurrent = client.secretHash !== null && equalDigests(client.secretHash, digest)
  const isPrevious = client.prevSecretHash !== null && equalDigests(client.prevSecretHash, digest)
  return isCurrent || (isPrevious && client.prevSecretUntil !== null && client.prevSecretUntil > now)
}
