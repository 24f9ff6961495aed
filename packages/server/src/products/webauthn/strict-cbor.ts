/** More than authenticator data needs. */
const maxDepth = 8

/**
 * The offset at which a CBOR item (RFC 8949) ends. Rejects what decoders tolerate: indefinite lengths, duplicate keys
 * (§5.6), reserved values, and items that exceed the input.
 */
export function findItemEnd(bytes: Uint8Array, start: number, depth = 0): number {
  if (depth > maxDepth) throw new RangeError('CBOR is nested too deeply')
  const [major, argument, next] = readHead(bytes, start)
  switch (major) {
    case 0:
    case 1:
    case 7:
      return next
    case 2:
    case 3:
      if (next + argument > bytes.length) throw new RangeError('CBOR item exceeds the input')
      return next + argument
    case 4:
      return findItemsEnd(bytes, next, argument, depth)
    case 5:
      return findMapEnd(bytes, next, argument, depth)
    default:
      throw new TypeError('CBOR tags are not supported')
  }
}

function findItemsEnd(bytes: Uint8Array, start: number, count: number, depth: number): number {
  let end = start
  for (let index = 0; index < count; index += 1) end = findItemEnd(bytes, end, depth + 1)
  return end
}

function findMapEnd(bytes: Uint8Array, start: number, count: number, depth: number): number {
  const keys = new Set<string>()
  let end = start
  for (let index = 0; index < count; index += 1) {
    const keyEnd = findItemEnd(bytes, end, depth + 1)
    const key = Buffer.from(bytes.subarray(end, keyEnd)).toString('hex')
    if (keys.has(key)) throw new TypeError('duplicate key in a CBOR map')
    keys.add(key)
    end = findItemEnd(bytes, keyEnd, depth + 1)
  }
  return end
}

/** Major type, argument, and the offset of the content. */
function readHead(bytes: Uint8Array, start: number): [number, number, number] {
  const initial = bytes[start]
  if (initial === undefined) throw new RangeError('CBOR item exceeds the input')
  const major = initial >> 5
  const info = initial & 0x1f
  if (info < 24) return [major, info, start + 1]
  if (info > 27) throw new TypeError('CBOR items of indefinite length are not supported')
  const size = 2 ** (info - 24)
  if (start + 1 + size > bytes.length) throw new RangeError('CBOR item exceeds the input')
  let argument = 0
  for (let index = 0; index < size; index += 1) argument = argument * 256 + (bytes[start + 1 + index] ?? 0)
  // RFC 8949 §4.2.1: only the shortest form is accepted, so that a key has one encoding. Byte strings are exempt,
  // because some encoders do not shorten their lengths.
  const shortest = [24, 2 ** 8, 2 ** 16, 2 ** 32][info - 24] ?? 0
  if (major !== 2 && major !== 7 && argument < shortest)
    throw new TypeError('CBOR argument is not in its shortest form')
  return [major, argument, start + 1 + size]
}
