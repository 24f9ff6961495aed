/**
 * The kinds of errors that happen outside requests, with their default messages. Some only happen in native apps; they
 * are listed so that all clients share the same kinds.
 */
export const sdkErrorTable = {
  no_current_session: 'There is no current session.',
  no_biometric_registration: 'There is no biometric registration on this device.',
  biometrics_unavailable: 'Biometrics are not available on this device.',
  biometrics_failed: 'Biometric authentication failed.',
  biometrics_not_enrolled: 'No biometrics are enrolled on this device.',
  biometrics_already_enrolled: 'A biometric registration already exists on this device.',
  biometrics_key_invalidated: 'The biometric key was invalidated, because the enrolled biometrics have changed.',
  keystore_unavailable: 'The keystore of this device is not available.',
  user_cancelled: 'The user cancelled.',
  user_locked_out: 'The user is locked out after too many failed attempts.',
  device_credentials_mismatch: 'The credentials of this device do not match.',
  missing_google_client_id: 'The Google client id is missing.',
  missing_pkce: 'The code verifier is missing: a sign-in can only complete on the same device it was started on.',
  confirmation_required: 'This browser did not ask for the link: sign in when the user has pressed a button.',
  missing_authorization_credential: 'The authorization credential is missing.',
  invalid_authorization_credential: 'The authorization credential is invalid.',
  passkeys_unsupported: 'Passkeys are not supported on this device.',
  passkeys_misconfigured: 'Passkeys are not configured correctly for this domain.',
  passkeys_invalid_encoding: 'The passkey data is not encoded correctly.',
  sdk_not_configured: 'The kit is not configured. Create a client with a public token first.',
  code_challenge_failed: 'The code challenge could not be created.',
  invalid_start_url: 'The start URL is invalid.',
  invalid_redirect_scheme: 'The scheme of the redirect URL is invalid.',
  missing_attestation_object: 'The attestation object is missing.',
  decrypt_failed: 'The stored data could not be decrypted.',
  internal_error: 'An internal error occurred.',
} as const

export type SdkErrorKind = keyof typeof sdkErrorTable

/** The kind of an unknown error. */
export const defaultSdkErrorKind = 'internal_error'

/**
 * Returns the message of a kind; an unknown kind is an internal error.
 *
 * @example
 * sdkErrorMessage('user_cancelled') // 'The user cancelled.'
 */
export function sdkErrorMessage(kind: SdkErrorKind | (string & {}) = defaultSdkErrorKind): string {
  return sdkErrorTable[Object.hasOwn(sdkErrorTable, kind) ? (kind as SdkErrorKind) : defaultSdkErrorKind]
}
