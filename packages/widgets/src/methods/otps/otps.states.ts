import { refusal } from '../../flow/failure.ts'
import { notice } from '../../flow/notice.ts'
import { ada, longest, minute, offline } from '../../gallery/fixtures/gallery-state.ts'
import type { LoginGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { form } from '../../gallery/fixtures/login-gallery-state.ts'
import type { LoginStateOf } from '../../login/login.flow.ts'
import type { OtpState } from './otps.flow.ts'

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

export const otpStates: LoginGalleryStates<OtpState['screen']> = {
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
}
