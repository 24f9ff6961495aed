import { refusal } from '../flow/failure.ts'
import { successNotice } from '../flow/notice.ts'
import type { GalleryState, GalleryStates } from '../gallery/fixtures/gallery-state.ts'
import { ada, linkedAddress, offline } from '../gallery/fixtures/gallery-state.ts'
import { strengths } from '../methods/passwords/passwords.states.ts'
import type { ResetPasswordState, ResetPasswordStateOf } from './reset-password.flow.ts'

const token = 'token'
const nothing = { status: 'unknown', verdict: null, call: 0 } as const

function reset(
  change: Partial<ResetPasswordStateOf<'password_reset_form'>> = {},
): ResetPasswordStateOf<'password_reset_form'> {
  return {
    ...{ screen: 'password_reset_form', token, email: ada, typed: '', strength: nothing },
    ...{ status: 'editing', failure: null, calls: 1, sendCall: 0, ...change },
  }
}

const origin: ResetPasswordStateOf<'error'> = {
  ...{ screen: 'error', token, email: ada, failure: refusal('pkce_mismatch'), calls: 1 },
}

function email(change: Partial<ResetPasswordStateOf<'password_email'>> = {}): ResetPasswordStateOf<'password_email'> {
  return { screen: 'password_email', email: '', status: 'editing', failure: null, origin, calls: 1, ...change }
}

const mailed: ResetPasswordStateOf<'password_forgot'> = {
  ...{ screen: 'password_forgot', email: ada, resend: 'initial', calls: 1, origin },
}

function loggedIn(status: ResetPasswordStateOf<'logged_in'>['status']): ResetPasswordStateOf<'logged_in'> {
  return { screen: 'logged_in', token, email: ada, status, account: linkedAddress, calls: 1 }
}

export const resetPasswordStates: GalleryStates<ResetPasswordState> = {
  password_reset_form: {
    ...Object.fromEntries(
      Object.entries(strengths).map(
        ([name, strength]): [string, GalleryState<ResetPasswordStateOf<'password_reset_form'>>] => [
          name,
          { state: reset({ strength, typed: strength.status === 'unknown' ? '' : 'correct horse' }) },
        ],
      ),
    ),
    'address not known': { state: reset({ email: '' }), bootstrap: { passwordConfig: null } },
    'first check': {
      state: reset({ typed: 'correct horse', strength: { status: 'checking', verdict: null, call: 1 } }),
      bootstrap: { passwordConfig: null },
    },
    verifying: { state: reset({ typed: 'correct horse', strength: strengths.good ?? nothing, status: 'verifying' }) },
    offline: { state: reset({ typed: 'correct horse', failure: offline }) },
  },
  logged_in: {
    verifying: { state: loggedIn('verifying') },
    'asked for elsewhere': { state: loggedIn('unconfirmed') },
    success: { state: loggedIn('success') },
  },
  error: {
    'no token': { state: { ...origin, token: null, failure: null } },
    'expired or used': { state: { ...origin, token: null, failure: refusal('unable_to_auth_magic_link') } },
    'on another device': { state: origin },
    offline: { state: { ...origin, failure: offline } },
  },
  password_email: {
    empty: { state: email() },
    prefilled: { state: email({ email: ada }) },
    sending: { state: email({ email: ada, status: 'sending' }) },
    'not an address': { state: email({ email: 'ada', failure: refusal('invalid_email') }) },
  },
  password_forgot: {
    sent: { state: mailed },
    resending: { state: { ...mailed, resend: 'sending' } },
    resent: { state: { ...mailed, resend: 'sent' }, notice: successNotice('email_resent') },
  },
  password_reset_verify_confirmation: {
    success: { state: { screen: 'password_reset_verify_confirmation', status: 'success', calls: 1 } },
  },
}
