import { crc32 } from 'node:zlib'
import { brandPrefix } from '@latchkey/contract'
import type { Random } from '../world.ts'

const prefix = `${brandPrefix}_st_`
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, 62^6 above 2^32. */
const secretLength = 43
const checkLength = 6

/** 256 random bits and a checksum, so that scanners recognise a leaked one and garbage costs no look-up. */
export function newSessionToken(random: Random): string {
  const secret = base62(BigInt(`0x${Buffer.from(random.bytes(32)).toString('hex')}`), secretLength)
  return `${prefix}${secret}${checksum(secret)}`
}

export function isSessionToken(text: string): boolean {
  if (text.length !== prefix.length + secretLength + checkLength || !text.startsWith(prefix)) return false
  const secret = text.slice(prefix.length, -checkLength)
  return /^[0-9A-Za-z]+$/.test(secret) && checksum(secret) === text.slice(-checkLength)
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), checkLength)
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n) digits = `${alphabet[Number(rest % 62n)]}${digits}`
  return digits
}
