import { isSafeText } from '@latchkey/contract/schemas'

/** What the `Authorization` header says. */
export interface Credentials {
  publicToken: string
  /** Null when the public token stands in the session's place. */
  sessionToken: string | null
}

/**
 * `Basic base64(public_token:session_token)`. Null for everything else: a malformed header is an answer, never
 * an accident.
 */
export function parseAuthorization(header: string | null): Credentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const bytes = Buffer.from(encoded, 'base64')
  const text = bytes.toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || !isSafeText(text) || !Buffer.from(text, 'utf8').equals(bytes)) return null
  const [publicToken, secret] = [text.slice(0, colon), text.slice(colon + 1)]
  return { publicToken, sessionToken: secret === '' || secret === publicToken ? null : secret }
}
