/** A CBOR value (RFC 8949, definite lengths). A map is a list of pairs, so that tests can repeat a key. */
export type Cbor = number | boolean | string | Uint8Array | Cbor[] | CborMap

/** A CBOR map as a list of pairs. */
export interface CborMap {
  pairs: [number | string, Cbor][]
}

/**
 * Encodes a CBOR value (RFC 8949).
 *
 * @example
 * encodeCbor({ pairs: [['fmt', 'none']] })
 */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)])
  const pairs = value.pairs.flatMap(([key, content]) => [encodeCbor(key), encodeCbor(content)])
  return Buffer.concat([head(5, value.pairs.length), ...pairs])
}

function head(major: number, argument: number): Buffer {
  const type = major << 5
  if (argument < 24) return Buffer.of(type | argument)
  if (argument < 256) return Buffer.of(type | 24, argument)
  const bytes = Buffer.alloc(3)
  bytes.writeUInt8(type | 25, 0)
  bytes.writeUInt16BE(argument, 1)
  return bytes
}
