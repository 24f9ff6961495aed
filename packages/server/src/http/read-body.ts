import { ProviderError } from '../core/provider-error.ts'

const deepestNesting = 20

/** Requires JSON in UTF-8, which a plain HTML form cannot send. */
export function requireJson(request: Request): void {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim()))
    throw new ProviderError('unsupported_media_type')
}

/** The parsed body; undefined without one. Never holds more than `limit` bytes in memory. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  // A compressed body could expand without limit.
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') throw new ProviderError('unsupported_media_type')
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ProviderError('malformed_json', { cause })
  }
  if (isDeeperThan(value, deepestNesting)) throw new ProviderError('malformed_json')
  return value
}

/** The fields of an HTML form, each name once. For the few endpoints that receive form posts. */
export async function readForm(request: Request, limit: number): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim()))
    throw new ProviderError('unsupported_media_type')
  const bytes = await readBytes(request, limit)
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  if (new Set(fields.keys()).size !== fields.size) throw new ProviderError('malformed_json')
  return Object.fromEntries(fields)
}

/** The body as text, unchanged: signatures cover its exact bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new ProviderError('malformed_json', { cause })
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (!/^\d{1,15}$/.test(declared) || Number(declared) > limit) throw new ProviderError('payload_too_large')
    // The HTTP parser enforces the declared length.
    const bytes = new Uint8Array(await readable(request.arrayBuffer()))
    if (bytes.length > limit) throw new ProviderError('payload_too_large')
    return bytes
  }
  if (request.body === null) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await readable(reader.read())
    if (done) return Buffer.concat(chunks)
    length += value.length
    if (length > limit) {
      // Not awaited: a sender that never stops must not delay the response.
      reader.cancel().catch(() => {})
      throw new ProviderError('payload_too_large')
    }
    chunks.push(value)
  }
}

/** If the sender aborts, the body counts as malformed. */
async function readable<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (cause) {
    throw new ProviderError('malformed_json', { cause })
  }
}

/** Iterative, so that deeply nested input cannot exhaust the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: object[] = isObject(value) ? [value] : []
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached >= depth) return true
    level = level.flatMap((item) => Object.values(item).filter(isObject))
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
