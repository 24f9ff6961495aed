import { s256 } from '../core/hash.ts'
import { ProviderError } from '../core/provider-error.ts'
import { refuseField } from '../core/schema-issues.ts'

/** The S256 challenge (RFC 7636) that a link is bound to; null if the request has none and the project requires none. */
export function requestedChallenge(isRequired: boolean, given: string | undefined): string | null {
  if (given !== undefined) return validChallenge('.code_challenge', given)
  if (isRequired) throw new ProviderError('pkce_required')
  return null
}

/** For the payload of a link that works on every device: the browser that requested it, if known. */
export function requestedBrowser(given: string | undefined): { browserChallenge?: string } {
  return given === undefined ? {} : { browserChallenge: validChallenge('.browser_challenge', given) }
}

function validChallenge(field: string, given: string): string {
  if (!/^[A-Za-z0-9_-]{43}$/.test(given))
    throw refuseField(field, 'must be an S256 challenge: 43 characters of base64url', 'format')
  return given
}

/**
 * The challenge to compare with the stored one; null without a verifier. A verifier that is not 43 to 128 unreserved
 * characters (RFC 7636 §4.1) matches no challenge: a short one could be found from its challenge by brute force.
 */
export function presentedChallenge(verifier: string | undefined): string | null {
  if (verifier === undefined) return null
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) ? s256(verifier) : ''
}
