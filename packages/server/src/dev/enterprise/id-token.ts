import { SignJWT, UnsecuredJWT } from 'jose'
import type { SignedInPerson } from './choice.ts'
import { clockErrorOf, type EnterpriseFault } from './faults.ts'
import type { EnterpriseIdp } from './identity-providers.ts'
import type { OidcKey, OidcKeys } from './keys.ts'

export interface IdTokenInput {
  idp: EnterpriseIdp
  keys: OidcKeys
  issuer: string
  clientId: string
  /** Null if the request has none. */
  nonce: string | null
  now: number
  signedIn: SignedInPerson
}

/** So short that a clock that is 10 minutes behind issues tokens that have expired. */
export const idTokenSeconds = 300

/** An ID token, with the fault of the person who was chosen. */
export async function idTokenOf(input: IdTokenInput): Promise<string> {
  const { keys, signedIn } = input
  const claims = idTokenClaims(input)
  if (signedIn.fault === 'unsigned') return new UnsecuredJWT(claims).encode()
  const key = signingKey(keys, signedIn.fault)
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, typ: 'JWT', kid: key.kid }).sign(key.privateKey)
}

function signingKey(keys: OidcKeys, fault: EnterpriseFault | null): OidcKey {
  if (fault === 'unknown_key') return keys.unknown
  return fault === 'sha1' ? keys.otherAlgorithm : keys.current
}

function idTokenClaims({ idp, issuer, clientId, nonce, now, signedIn }: IdTokenInput): Record<string, unknown> {
  const { fault } = signedIn
  const issuedAt = Math.floor((now + clockErrorOf(fault)) / 1_000)
  return {
    ...userClaims(idp, signedIn),
    iss: fault === 'wrong_issuer' ? `${issuer}/other` : issuer,
    aud: fault === 'wrong_audience' ? 'another-client' : clientId,
    ...{ iat: issuedAt, nbf: issuedAt, auth_time: issuedAt, exp: issuedAt + idTokenSeconds },
    ...(fault === 'other_request' ? { nonce: 'nonce-of-another-request' } : nonce === null ? {} : { nonce }),
  }
}

/** The claims about the person. */
export function userClaims(idp: EnterpriseIdp, signedIn: SignedInPerson): Record<string, unknown> {
  const claims = idp.oidc.claims(signedIn)
  if (signedIn.fault !== 'missing_email') return claims
  // An application may use the user name instead, which is an address too.
  const missing = ['email', 'email_verified', 'preferred_username']
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !missing.includes(name)))
}
