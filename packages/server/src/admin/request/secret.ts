import type { Random } from '../../core/clock-and-random.ts'
import type { Environment } from '../../core/ids.ts'

/** `secret-live-` and 256 random bits. */
export function newSecret(environment: Environment, random: Random): string {
  return `secret-${environment}-${Buffer.from(random.bytes(32)).toString('base64url')}`
}

/** Other text is rejected without a database lookup. */
export function isSecret(text: string): boolean {
  return /^secret-(test|live)-[A-Za-z0-9_-]{43}$/.test(text)
}
