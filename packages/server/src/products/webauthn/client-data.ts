import * as z from 'zod'

/** WebAuthn 3 §5.8.1. */
export interface ClientData {
  type: string
  challenge: string
  origin: string
}

const shape = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  // A ceremony inside somebody else's page is none we have asked for (§7.1 step 10, §7.2 step 13).
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
  // Reserved since Level 3; what says it is bound to a connection we cannot see is not for us.
  tokenBinding: z.object({ status: z.enum(['supported', 'not-supported']) }).optional(),
})

/** Throws on anything that is not exactly the JSON a browser writes. */
export function readClientData(bytes: Buffer): ClientData {
  // Neither a byte order mark nor white space: other readers might skip it and see another text.
  if (bytes[0] !== 0x7b) throw new TypeError('not an object')
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const { type, challenge, origin } = shape.parse(JSON.parse(text))
  if (hasDuplicateKeys(text)) throw new TypeError('a duplicate key')
  return { type, challenge, origin }
}

/** Of two equal keys readers take the one or the other. Of text that has been parsed before. */
function hasDuplicateKeys(json: string): boolean {
  const objects: Set<string>[] = []
  for (const [token, key] of json.matchAll(/[{}]|("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"/g)) {
    if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else if (key !== undefined) {
      const name = String(JSON.parse(key))
      const keys = objects.at(-1)
      if (keys?.has(name)) return true
      keys?.add(name)
    }
  }
  return false
}
