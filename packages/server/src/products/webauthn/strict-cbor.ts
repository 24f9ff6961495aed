/** Deeper than anything an authenticator has to say. */
const deepest = 8

/**
 * Walks over one CBOR item (RFC 8949) and answers where it ends. Refuses what decoders are lenient about: lengths
 * that are not given, duplicate keys (§5.6), reserved values, and items that reach beyond the end.
 */
export function endOfItem(bytes: Uint8Array, start: number, depth = 0): number {
  if (depth > deepest) throw new RangeError('too deep')
  const [major, argument, next] = head(bytes, start)
  switch (major) {
    case 0:
    case 1:
    case 7:
      return next
    case 2:
    case 3:
      if (next + argument > bytes.length) throw new RangeError('beyond the end')
      return next + argument
    case 4:
      return endOfItems(bytes, next, argument, depth)
    case 5:
      return endOfMap(bytes, next, argument, depth)
    default:
      throw new TypeError('a tag')
  }
}

function endOfItems(bytes: Uint8Array, start: number, count: number, depth: number): number {
  let end = start
  for (let index = 0; index < count; index += 1) end = endOfItem(bytes, end, depth + 1)
  return end
}

function endOfMap(bytes: Uint8Array, start: number, count: number, depth: number): number {
  const keys = new Set<string>()
  let end = start
  for (let index = 0; index < count; index += 1) {
    const endOfKey = endOfItem(bytes, end, depth + 1)
    const key = Buffer.from(bytes.subarray(end, endOfKey)).toString('hex')
    if (keys.has(key)) throw new TypeError('a duplicate key')
    keys.add(key)
    end = endOfItem(bytes, endOfKey, depth + 1)
  }
  return end
}

/** Major type, argument, and where the content begins. */
function head(bytes: Uint8Array, start: number): [number, number, number] {
  const initial = bytes[start]
  if (initial === undefined) throw new RangeError('beyond the end')
  const major = initial >> 5
  const info = initial & 0x1f
  if (info < 24) return [major, info, start + 1]
  if (info > 27) throw new TypeError('an indefinite length')
  const size = 2 ** (info - 24)
  if (start + 1 + size > bytes.length) throw new RangeError('beyond the end')
  let argument = 0
  for (let index = 0; index < size; index += 1) argument = argument * 256 + (bytes[start + 1 + index] ?? 0)
  // RFC 8949 §4.2.1: of several forms of a key only the shortest is one. How long bytes say they are is their own
  // affair: not every encoder saves there.
  const shortest = [24, 2 ** 8, 2 ** 16, 2 ** 32][info - 24] ?? 0
  if (major !== 2 && major !== 7 && argument < shortest) throw new TypeError('a longer form than needed')
  return [major, argument, start + 1 + size]
}
