import { isSafeText } from '@latchkey/contract/schemas'

/** The content of the `Authorization` header. */
export interface Credentials {
  publicToken: string
  /** Null if the password part is empty or repeats the public token. */
  sessionToken: string | null
}

/** Parses `Basic base64(public_token:session_token)`. Null for anything else, so that callers choose the error. */
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
