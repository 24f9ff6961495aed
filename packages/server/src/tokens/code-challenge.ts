import { ProviderError } from '../http/provider-error.ts'
import { refuseField } from '../http/schema-issues.ts'

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
