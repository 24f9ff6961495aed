import { hash } from 'node:crypto'
import type { Random } from './clock-and-random.ts'

export type Environment = 'test' | 'live'

/** `<kind>-<test|live>-<uuid v7>`: ids sort by creation time. */
export function newId(kind: string, environment: Environment, now: number, random: Random): string {
  return `${kind}-${environment}-${uuidV7(now, random)}`
}

/** A fully random id, which reveals neither time nor order. For tokens, methods and requests. */
export function randomId(kind: string, environment: Environment, random: Random): string {
  return `${kind}-${environment}-${uuidV4(random)}`
}

/** The id of a row that is found by a text. The text must be random enough to be unique. */
export function idOfText(kind: string, environment: Environment, text: string): string {
  return `${kind}-${environment}-${format(hash('sha256', text, 'buffer').subarray(0, 16), 0x80)}`
}

/** RFC 9562 §5.7. */
function uuidV7(now: number, random: Random): string {
  const bytes = Buffer.from(random.bytes(16))
  bytes.writeUIntBE(now, 0, 6)
  return format(bytes, 0x70)
}

/** RFC 9562 §5.4. */
function uuidV4(random: Random): string {
  return format(Buffer.from(random.bytes(16)), 0x40)
}

function format(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | version, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
