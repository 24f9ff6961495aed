import { crc32 } from 'node:zlib'
import { brandPrefix } from '@latchkey/contract'
import type { Random } from '../core/clock-and-random.ts'

const prefix = `${brandPrefix}_st_`
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, 62^6 above 2^32. */
const secretLength = 43
const checkLength = 6

/** 256 random bits and a checksum: scanners recognize a leaked token, and invalid ones cost no lookup. */
export function newSessionToken(random: Random): string {
  const bytes = random.bytes(32)
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const secret = base62(
    Array.from({ length: bytes.byteLength / 4 }, (_, index) => words.getUint32(index * 4)),
    secretLength,
  )
  return `${prefix}${secret}${checksum(secret)}`
}

export function isSessionToken(text: string): boolean {
  if (text.length !== prefix.length + secretLength + checkLength || !text.startsWith(prefix)) return false
  const secret = text.slice(prefix.length, -checkLength)
  return /^[0-9A-Za-z]+$/.test(secret) && checksum(secret) === text.slice(-checkLength)
}

function checksum(secret: string): string {
  return base62([crc32(secret)], checkLength)
}

/** Words of 32 bits, the highest first. Long division is much faster than big integers. */
function base62(words: readonly number[], length: number): string {
  let number = words
  let digits = ''
  while (digits.length < length) {
    let rest = 0
    number = number.map((word) => {
      const part = rest * 2 ** 32 + word
      rest = part % 62
      return (part - rest) / 62
    })
    digits = `${alphabet[rest]}${digits}`
  }
  return digits
}
