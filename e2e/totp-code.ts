import { createHmac } from 'node:crypto'

/** RFC 6238 with the usual 30 s and six digits. */
export function totpCode(secret: string, step: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(word % 1_000_000).padStart(6, '0')
}

export const currentStep = (): number => Math.floor(Date.now() / 30_000)
