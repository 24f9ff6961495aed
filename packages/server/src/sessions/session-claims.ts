import {
  type AuthenticationFactor,
  type JsonObject,
  reservedClaims,
  type Session,
  sessionClaim,
} from '@latchkey/contract'
import type { MemberSession } from '@latchkey/contract/b2b'
import { sha256Hex } from '../core/hash.ts'
import type { ProjectRecord, SessionRecord } from '../storage/records.ts'

/** A session JWT is valid for five minutes, but no longer than the session. */
const lifetimeSeconds = 300
/** A cookie holds 4,096 bytes with its name, and base64 turns three bytes into four characters. */
const largestClaims = 2_900

/** The claims of a session JWT. Custom claims are at the top level and cannot replace reserved ones. */
export function sessionClaims(
  project: Pick<ProjectRecord, 'id'>,
  issuer: string,
  record: SessionRecord,
  view: Session | MemberSession,
  issue: {
    now: number
    /** The hash of the session token that the JWT is issued for: the current one of the session, or a replaced one. */
    tokenHash: string
    /** Limits the expiry of the JWT. */
    until?: number | undefined
  },
): Record<string, unknown> {
  const { now, tokenHash, until = record.expiresAt } = issue
  const iat = Math.floor(now / 1_000)
  const claims = {
    ...customClaims(record.customClaims),
    iss: issuer,
    aud: [project.id],
    sub: record.subjectId,
    sid: record.id,
    session_token_id: sessionTokenId(tokenHash),
    iat,
    nbf: iat,
    exp: Math.min(iat + lifetimeSeconds, Math.ceil(Math.min(record.expiresAt, until) / 1_000)),
    amr: [...new Set(view.authentication_factors.map(({ type }) => type))],
    auth_time: authTime(view.authentication_factors, iat),
    ...(record.actor === null ? {} : { act: { sub: record.actor } }),
  }
  const rest = claimsOf(view)
  const withFactors = (factors: readonly AuthenticationFactor[]): Record<string, unknown> => ({
    ...claims,
    [sessionClaim]: { id: record.id, ...rest, authentication_factors: factors },
  })
  const left = largestClaims - JSON.stringify(withFactors([])).length
  return withFactors(newestIn(left, view.authentication_factors))
}

/** The newest factors matter most to backends: as many as fit into so many characters of JSON, and at least one. */
function newestIn(characters: number, factors: readonly AuthenticationFactor[]): readonly AuthenticationFactor[] {
  let left = characters
  for (let index = factors.length - 1; index >= 0; index -= 1) {
    const isLast = index === factors.length - 1
    left -= JSON.stringify(factors[index]).length + (isLast ? 0 : 1)
    if (left < 0) return factors.slice(isLast ? index : index + 1)
  }
  return factors
}

/** Identifies the session token of a JWT: it stands for the session only as long as that token does. */
export function sessionTokenId(tokenHash: string): string {
  return sha256Hex(tokenHash).slice(0, 32)
}

function customClaims(claims: JsonObject | null): JsonObject {
  return Object.fromEntries(Object.entries(claims ?? {}).filter(([name]) => !reservedClaims.includes(name)))
}

/** What the claim of a session holds of its view. The ids of session and subject are claims of their own. */
function claimsOf(view: Session | MemberSession): object {
  if ('member_session_id' in view) {
    const { custom_claims, member_id, member_session_id, ...rest } = view
    return rest
  }
  const { custom_claims, user_id, session_id, ...rest } = view
  return rest
}

/** Timestamps of one format sort as text. */
function authTime(factors: readonly AuthenticationFactor[], fallback: number): number {
  const newest = factors
    .map((one) => one.last_authenticated_at)
    .sort()
    .at(-1)
  return newest === undefined ? fallback : Math.floor(Date.parse(newest) / 1_000)
}
