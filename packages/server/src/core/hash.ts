import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** SHA-256 as hex. Sufficient for secrets of 256 random bits, which are looked up by this hash. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex')
}

/** The challenge of a verifier (RFC 7636 §4.2, S256). */
export function s256(verifier: string): string {
  return hash('sha256', verifier, 'base64url')
}

/** For secrets that are short enough for a brute-force search: the stored value is useless without the key. */
export function hmacHex(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Compares two digests in constant time. */
export function equalDigests(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
