import { ProviderError } from '../http/provider-error.ts'
import { refuseField } from '../http/schema-issues.ts'
import { s256 } from '../security/hash.ts'

/** The S256 challenge (RFC 7636) a link is bound to; null where none was sent and the project asks for none. */
export function requestedChallenge(isRequired: boolean, given: string | undefined): string | null {
  if (given === undefined) {
    if (isRequired) throw new ProviderError('pkce_required')
    return null
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(given))
    throw refuseField('.code_challenge', 'must be an S256 challenge: 43 characters of base64url', 'format')
  return given
}

/**
 * The challenge to compare with the stored one; null if no verifier was sent. A verifier that is not 43 to 128
 * unreserved characters (RFC 7636 §4.1) matches no challenge: a short one could be guessed from its challenge.
 */
export function presentedChallenge(verifier: string | undefined): string | null {
  if (verifier === undefined) return null
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) ? s256(verifier) : ''
}
