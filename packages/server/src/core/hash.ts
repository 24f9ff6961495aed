import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** SHA-256 as hex: enough for secrets of 256 random bits, which are looked up by it. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex')
}

/** The challenge of a verifier (RFC 7636 §4.2, S256). */
export function s256(verifier: string): string {
  return hash('sha256', verifier, 'base64url')
}

/** For secrets short enough to be tried out: without the key a stored value tells nothing. */
export function hmacHex(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Both are digests of one length; how long the comparison takes does not depend on where they differ. */
export function equalDigests(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
