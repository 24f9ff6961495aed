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
  // Ceremonies in a cross-origin frame are not supported (§7.1 step 10, §7.2 step 13).
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
  // Reserved since Level 3. `present` would bind it to a TLS connection that the provider cannot check.
  tokenBinding: z.object({ status: z.enum(['supported', 'not-supported']) }).optional(),
})

/** Throws if the bytes are not exactly the JSON that a browser serializes. */
export function readClientData(bytes: Buffer): ClientData {
  // No byte order mark or white space: other parsers might skip it and read another text.
  if (bytes[0] !== 0x7b) throw new TypeError('not an object')
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const { type, challenge, origin } = shape.parse(JSON.parse(text))
  if (hasDuplicateKeys(text)) throw new TypeError('duplicate key in client data')
  return { type, challenge, origin }
}

/** Parsers disagree on which of two equal keys counts. Expects valid JSON. */
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
