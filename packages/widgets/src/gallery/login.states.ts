import { refusal } from '../flow/failure.ts'
import { notice } from '../flow/notice.ts'
import type { Landing } from '../login/landing/landing.flow.ts'
import { startLanding } from '../login/landing/landing.flow.ts'
import type { LoginStateOf } from '../login/login.flow.ts'
import type { LoginMethod } from '../login/login-method.ts'
import { method as choices } from '../login/main/main-choices.tsx'
import { method as crypto } from '../methods/crypto/crypto.method.ts'
import { method as magicLinks } from '../methods/magic-links/magic-links.method.ts'
import { method as oneTap } from '../methods/one-tap/one-tap.method.ts'
import { method as otps } from '../methods/otps/otps.method.ts'
import { method as passkeys } from '../methods/passkeys/passkeys.method.ts'
import { method as passwords } from '../methods/passwords/passwords.method.ts'
import { cryptoMainStates, cryptoStates } from './crypto.states.ts'
import { ada, linkedAddress, longest, minute, offline } from './gallery-state.ts'
import type { LoginGalleryStates } from './login-gallery-state.ts'
import { form } from './login-gallery-state.ts'
import { mainStates } from './main.states.ts'
import { passwordStates } from './passwords.states.ts'

function passcode(change: Partial<LoginStateOf<'otp_authenticate'>> = {}): LoginStateOf<'otp_authenticate'> {
  return {
    screen: 'otp_authenticate',
    otp: { type: 'email', methodId: 'method', otpDestination: ada },
    code: '',
    status: 'counting_down',
    resend: 'initial',
    failure: null,
    expiresAt: 5 * minute,
    remainingMs: 4 * minute,
    calls: 1,
    checkCall: 0,
    sendCall: 1,
    passcodeCall: 1,
    isSignedIn: false,
    form,
    ...change,
  }
}

const newLink = { type: 'send_magic_link', email: ada, tab: 'email_magic_link' } as const

function landing(change: Partial<Landing>): LoginStateOf<'landing'> {
  return { ...startLanding(null, 1), form, ...change }
}

/** The methods that have screens, or views on Main. */
export const galleryMethods: readonly LoginMethod[] = [choices, magicLinks, otps, passwords, passkeys, crypto, oneTap]

export const loginStates: LoginGalleryStates = {
  main: { ...mainStates, ...cryptoMainStates },
  email_confirmation: {
    sent: { state: { screen: 'email_confirmation', email: ada, calls: 1, form } },
    'long address': { state: { screen: 'email_confirmation', email: longest, calls: 1, form } },
  },
  otp_authenticate: {
    sent: { state: passcode({ status: 'sent', remainingMs: 5 * minute }) },
    'half typed': { state: passcode({ code: '123' }) },
    'long address': { state: passcode({ otp: { type: 'email', methodId: 'method', otpDestination: longest } }) },
    'by phone': { state: passcode({ otp: { type: 'sms', methodId: 'method', otpDestination: '+15005550006' } }) },
    verifying: { state: passcode({ code: '123456', status: 'verifying' }) },
    wrong: { state: passcode({ failure: refusal('otp_code_not_found') }) },
    offline: { state: passcode({ code: '123456', failure: offline }) },
    expired: { state: passcode({ status: 'expired', remainingMs: 0 }) },
    dead: { state: passcode({ status: 'dead' }) },
    'dead, resending': { state: passcode({ status: 'dead', resend: 'sending' }) },
    resending: { state: passcode({ resend: 'sending' }) },
    resent: { state: passcode({ resend: 'sent' }) },
    'not sent again': { state: passcode(), notice: notice(refusal('too_many_requests')) },
  },
  otp_confirmation: {
    success: { state: { screen: 'otp_confirmation', status: 'success', calls: 1, form } },
  },
  ...passwordStates,
  passkey_confirmation: {
    success: { state: { screen: 'passkey_confirmation', status: 'success', calls: 1, form } },
  },
  ...cryptoStates,
  landing: {
    verifying: { state: landing({}) },
    'asked for elsewhere': { state: landing({ status: 'unconfirmed', account: linkedAddress }) },
    'asked for elsewhere, account unknown': { state: landing({ status: 'unconfirmed' }) },
    expired: { state: landing({ status: 'failed', problem: 'expired', remedy: newLink }) },
    'expired, address unknown': { state: landing({ status: 'failed', problem: 'expired' }) },
    'other browser': { state: landing({ status: 'failed', problem: 'other_browser' }) },
    canceled: {
      state: landing({ status: 'failed', problem: 'canceled', remedy: { type: 'start_oauth', provider: 'google' } }),
    },
    offline: { state: landing({ status: 'failed', failure: offline, remedy: { type: 'authenticate_landing' } }) },
    failed: { state: landing({ status: 'failed', failure: refusal('oauth_flow_callback_error') }) },
  },
  logged_in: {
    success: { state: { screen: 'logged_in', calls: 1, form } },
  },
}
