import { describe, expect, it } from 'vitest'
import { deadEnds } from '../flow/explore.suite.ts'
import { configs, exploreConfig, goals } from './b2b-login-map.suite.ts'
import type { B2bLoginScreen } from './flow/b2b-state.ts'

const reached = new Set<B2bLoginScreen>()

describe('the flow of the business login', () => {
  it.each(Object.entries(configs))('%s leads from every situation to a session', (_, config) => {
    const { edges, situations, states } = exploreConfig(config)
    for (const state of situations.values()) reached.add(state.screen)
    expect(states).toBeGreaterThan(100)
    // The last steps of a successful sign-in are not a dead end.
    expect(deadEnds(edges.values(), new Set(goals))).toEqual([])
  })

  it('reaches all 24 screens, and the one of a link in the URL [B-WID-01]', () => {
    expect([...reached].sort()).toEqual(
      [
        ...['main', 'email_confirmation', 'logged_in', 'discovery', 'error', 'password_email'],
        ...['password_authenticate', 'password_reset_form', 'password_reset_verify_confirmation'],
        ...['password_forgot_form', 'password_set_new_confirmation', 'mfa_enrollment_selection'],
        ...['recovery_code_entry', 'recovery_code_save', 'sms_otp_enrollment', 'sms_otp_entry'],
        ...['totp_enrollment_manual', 'totp_enrollment_qr_code', 'totp_entry', 'email_method_selection'],
        ...['email_otp_entry', 'sso_discovery_email', 'sso_discovery_fallback', 'sso_discovery_menu', 'landing'],
      ].sort(),
    )
  })
})
