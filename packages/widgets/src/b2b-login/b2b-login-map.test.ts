import { expect, it } from 'vitest'
import { mapB2bLogin } from './b2b-login-map.suite.ts'

it('has the 24 screens and the one of a link, each with a way to a session [B-WID-01] [B-WID-12]', {
  timeout: 120_000,
}, () => {
  // Throws at a transition that no screen may make.
  const { drawn, states, deadEnds } = mapB2bLogin()
  const screens = new Set(drawn.map(({ from }) => from.split('/')[0]))
  expect([...screens].sort()).toEqual(
    [
      ...['main', 'email_confirmation', 'logged_in', 'discovery', 'error', 'password_email'],
      ...['password_authenticate', 'password_reset_form', 'password_reset_verify_confirmation'],
      ...['password_forgot_form', 'password_set_new_confirmation', 'mfa_enrollment_selection'],
      ...['recovery_code_entry', 'recovery_code_save', 'sms_otp_enrollment', 'sms_otp_entry'],
      ...['totp_enrollment_manual', 'totp_enrollment_qr_code', 'totp_entry', 'email_method_selection'],
      ...['email_otp_entry', 'sso_discovery_email', 'sso_discovery_fallback', 'sso_discovery_menu', 'landing'],
    ].sort(),
  )
  expect(states).toBeGreaterThan(1_000)
  // The last steps of a successful sign-in are not a dead end.
  expect(deadEnds).toEqual([])
})
