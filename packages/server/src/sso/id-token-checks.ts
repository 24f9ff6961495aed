// Explains an ID token by the rows that a SAML response has. The library decides about all of them except `iat`.
import { rfc3339 } from '../core/rfc3339.ts'
import { asDocument, asText } from '../social-login/document.ts'
import type { Document } from '../social-login/identity-provider.ts'
import { clockToleranceSeconds } from '../social-login/openid-configuration.ts'
import type { AttemptCheck } from './attempts.ts'
import type { OidcConfig } from './connection.ts'
import type { SsoCode } from './statement.ts'

interface ReadIdToken {
  alg: string
  kid: string
  isSigned: boolean
  claims: Document
}

/** The parts of an ID token, unverified; null if it has none. */
export function readIdToken(idToken: string | null): ReadIdToken | null {
  const [header = '', payload = '', signature = ''] = (idToken ?? '').split('.')
  const { alg, kid } = parsePart(header)
  if (alg === undefined) return null
  return { alg: asText(alg), kid: asText(kid), isSigned: signature !== '', claims: parsePart(payload) }
}

function parsePart(part: string): Document {
  try {
    return asDocument(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

type Expected = Pick<OidcConfig, 'issuer' | 'clientId' | 'signingAlgorithm'> & { nonce: string; now: number }

/** `isVerified`: the library has accepted the token, signature included. */
export function idTokenChecks(idToken: string | null, expected: Expected, isVerified: boolean): AttemptCheck[] {
  const token = readIdToken(idToken)
  if (token === null) return []
  const { claims, alg } = token
  const seconds = expected.now / 1_000
  const latest = Math.max(Number(claims.iat ?? 0), Number(claims.nbf ?? 0))
  const audiences = [claims.aud].flat().map((one) => asText(one))
  const end = Number(claims.exp)
  const rows: AttemptCheck[] = [row('status', 'status', true, 'a code', 'a code')]
  if (alg === 'none' || !token.isSigned) rows.push(row('signature', 'unsigned', false, 'a signature', 'no signature'))
  else if (alg !== expected.signingAlgorithm)
    rows.push(row('signature', 'signature_algorithm', false, expected.signingAlgorithm, alg))
  else if (isVerified)
    rows.push(row('signature', 'signature_value', true, 'a signature by a key of the JWKS', `kid ${token.kid}`))
  return [
    ...rows,
    row('issuer', 'issuer', claims.iss === expected.issuer, expected.issuer, asText(claims.iss, 1_024)),
    row('audience', 'audience', audiences.includes(expected.clientId), expected.clientId, audiences.join(', ')),
    row(
      'in_response_to',
      'in_response_to',
      claims.nonce === expected.nonce,
      'the nonce of this request',
      claims.nonce === expected.nonce ? 'this nonce' : 'another nonce',
    ),
    row(
      ...(['not_before', 'not_yet_valid', latest <= seconds + clockToleranceSeconds] as const),
      ...([`at most ${time(seconds)}`, time(latest)] as const),
    ),
    row(
      ...(['not_on_or_after', 'expired', end > seconds - clockToleranceSeconds] as const),
      ...([`after ${time(seconds)}`, time(end)] as const),
    ),
  ]
}

function row(check: string, code: SsoCode, isMet: boolean, expected: string, got: string): AttemptCheck {
  return { check, outcome: isMet ? 'passed' : 'failed', code: isMet ? null : code, expected, got: got || 'nothing' }
}

function time(seconds: number): string {
  return seconds > 0 && seconds < 1e11 ? rfc3339(Math.floor(seconds * 1_000)) : 'no time'
}
