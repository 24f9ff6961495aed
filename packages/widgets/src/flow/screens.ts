/** Every screen there is, by the name that stands in `data-screen`. */
export const screens = [
  'main',
  'email_confirmation',
  'logged_in',
  'error',
  'otp_authenticate',
  'otp_confirmation',
  'password_create_or_login',
  'password_forgot',
  'password_breached',
  'password_set_new',
  'password_dedupe',
  'password_confirmation',
  'password_email',
  'password_reset_form',
  'password_reset_verify_confirmation',
  'passkey_confirmation',
  'passkey_registration_start',
  'passkey_registration_success',
  'crypto_connect',
  'crypto_sign_message',
  'crypto_other_screen',
  'crypto_setup_wallet',
  'crypto_error',
  'crypto_confirmation',
] as const

export type Screen = (typeof screens)[number]
