const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000
const digits = 6

/**
 * The code that an authenticator app shows at an instant (RFC 6238: HMAC-SHA-1, 30 seconds, six digits).
 *
 * @example
 * await totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 59_000) // '287082'
 */
export async function totpCode(secret: string, now: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', base32(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(now / stepMs)))
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  // RFC 4226 §5.3, dynamic truncation.
  const number = hash.getUint32(hash.getUint8(19) & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** RFC 4648 §6, without padding. */
function base32(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text.toUpperCase().replace(/[^A-Z2-7]/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
