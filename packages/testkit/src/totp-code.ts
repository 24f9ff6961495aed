import { createHmac } from 'node:crypto'
import { base32nopad } from '@scure/base'

/** RFC 6238 with the usual 30 s and six digits. */
export function totpCode(secret: string, now: number): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', base32nopad.decode(secret)).update(step).digest()
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(word % 1_000_000).padStart(6, '0')
}
