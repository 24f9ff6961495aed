import { describe, expect, it } from 'vitest'
import { defaultSdkErrorKind, type SdkErrorKind, sdkErrorMessage, sdkErrorTable } from './sdk-errors.ts'

/** A kind exists if its message is not the default message. */
const known = (...kinds: SdkErrorKind[]): boolean =>
  kinds.every((kind) => sdkErrorMessage(kind) !== '' && sdkErrorMessage(kind) !== sdkErrorTable.internal_error)

describe('sdkErrorTable', () => {
  it('knows: no current session [C-ERR-36]', () => {
    expect(known('no_current_session')).toBe(true)
  })

  it('knows: no biometric registration [C-ERR-37]', () => {
    expect(known('no_biometric_registration')).toBe(true)
  })

  it('knows: biometrics unavailable, failed, not enrolled, already enrolled, key invalidated [C-ERR-38]', () => {
    expect(
      known(
        'biometrics_unavailable',
        'biometrics_failed',
        'biometrics_not_enrolled',
        'biometrics_already_enrolled',
        'biometrics_key_invalidated',
      ),
    ).toBe(true)
  })

  it('knows: keystore unavailable [C-ERR-39]', () => {
    expect(known('keystore_unavailable')).toBe(true)
  })

  it('knows: user cancelled [C-ERR-40]', () => {
    expect(known('user_cancelled')).toBe(true)
  })

  it('knows: user locked out [C-ERR-41]', () => {
    expect(known('user_locked_out')).toBe(true)
  })

  it('knows: device credentials mismatch [C-ERR-42]', () => {
    expect(known('device_credentials_mismatch')).toBe(true)
  })

  it('knows: missing Google client id [C-ERR-43]', () => {
    expect(known('missing_google_client_id')).toBe(true)
  })

  it('says of a missing PKCE pair that sign-in completes on the device it was started on [C-ERR-44]', () => {
    expect(sdkErrorMessage('missing_pkce')).toContain('complete on the same device it was started')
  })

  it('knows: missing or invalid authorization credential [C-ERR-45]', () => {
    expect(known('missing_authorization_credential', 'invalid_authorization_credential')).toBe(true)
  })

  it('knows: passkeys unsupported, misconfigured, invalid encoding [C-ERR-46]', () => {
    expect(known('passkeys_unsupported', 'passkeys_misconfigured', 'passkeys_invalid_encoding')).toBe(true)
  })

  it('knows: SDK not configured [C-ERR-47]', () => {
    expect(known('sdk_not_configured')).toBe(true)
  })

  it('knows: code challenge failure [C-ERR-48]', () => {
    expect(known('code_challenge_failed')).toBe(true)
  })

  it('knows: invalid start URL, invalid redirect scheme [C-ERR-49]', () => {
    expect(known('invalid_start_url', 'invalid_redirect_scheme')).toBe(true)
  })

  it('knows: missing attestation object [C-ERR-50]', () => {
    expect(known('missing_attestation_object')).toBe(true)
  })

  it('knows: decrypt failure [C-ERR-51]', () => {
    expect(known('decrypt_failed')).toBe(true)
  })

  it('takes everything else for an internal error [C-ERR-52]', () => {
    const words = 'An internal error occurred.'
    expect(defaultSdkErrorKind).toBe('internal_error')
    expect([sdkErrorMessage(), sdkErrorMessage('no such kind'), sdkErrorMessage('toString')]).toEqual([
      words,
      words,
      words,
    ])
  })

  it('has a different message for each kind', () => {
    const words = Object.values(sdkErrorTable)
    expect(new Set(words).size).toBe(words.length)
  })
})
