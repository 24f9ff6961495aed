import { describe, expect, it } from 'vitest'
import { screens } from '../flow/screens.ts'
import { bad } from '../methods/passwords/passwords-states.suite.ts'
import { resetPasswordFlow, startResetPassword } from './reset-password.flow.ts'
import { ada, noToken, otherDevice, resetForm, token } from './reset-password-transitions.suite.ts'

describe('a reset of a password', () => {
  it('starts with the form, which has the token [W-RST-07]', () => {
    expect(startResetPassword({ token, isLogin: false })).toEqual({
      state: {
        screen: 'password_reset_form',
        token,
        email: '',
        typed: '',
        strength: { status: 'unknown', verdict: null, call: 0 },
        status: 'editing',
        failure: null,
        calls: 1,
        sendCall: 0,
      },
      effects: [],
    })
  })

  it('starts with a sign-in for the login link [W-RST-03]', () => {
    expect(startResetPassword({ token, isLogin: true })).toEqual({
      state: { screen: 'logged_in', token, email: '', status: 'verifying', account: '', calls: 1 },
      effects: [{ type: 'log_in_by_token', call: 1, token }],
    })
  })

  it('reports a link that the provider has refused, and prefills the address for a new one', () => {
    const landing = { token: null, isLogin: false, errorType: 'unable_to_auth_magic_link' }
    const { state } = startResetPassword(landing, ada)
    expect(state).toMatchObject({ screen: 'error', failure: { error_type: 'unable_to_auth_magic_link' } })
    expect(resetPasswordFlow(state, { type: 'new_link_clicked' }).state).toMatchObject({
      screen: 'password_email',
      email: ada,
    })
  })

  it('shows that the token is missing, and offers another link', () => {
    expect(startResetPassword({ token: null, isLogin: true })).toEqual({ state: noToken, effects: [] })
    expect(resetPasswordFlow(noToken, { type: 'new_link_clicked' }).state.screen).toBe('password_email')
  })

  it('is not sent before the current password was accepted [W-STR-02]', () => {
    const submitted = { type: 'password_submitted' } as const
    for (const state of [
      resetForm('unknown'),
      resetForm('waiting'),
      resetForm('checking'),
      resetForm('known', { strength: { status: 'known', verdict: bad, call: 2 } }),
      resetForm('known', { status: 'verifying' }),
    ]) {
      expect(resetPasswordFlow(state, submitted)).toEqual({ state, effects: [] })
    }
  })

  it('offers only another link after the link has expired', () => {
    const dead = { ...noToken, token, failure: otherDevice }
    expect(resetPasswordFlow(dead, { type: 'try_again_clicked' })).toEqual({ state: dead, effects: [] })
    const form = resetForm('known', { failure: null })
    expect(resetPasswordFlow(form, { type: 'new_link_clicked' })).toEqual({ state: form, effects: [] })
  })

  it('names its screens [W-A-10]', () => {
    expect(screens).toEqual(expect.arrayContaining(['password_reset_form', 'password_reset_verify_confirmation']))
  })
})
