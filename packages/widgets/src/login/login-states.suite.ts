import type { LoginStateOf } from './login.flow.ts'

export const ada = 'ada@example.com'
export const noon: number = Date.UTC(2030, 0, 1, 12)
export const minute = 60_000

const form = { tab: 'email_otp', email: ada, phone: '', country: 'US' } as const

/** States in the middle of a sign-in. A test passes what differs. */
export function main(change: Partial<LoginStateOf<'main'>> = {}): LoginStateOf<'main'> {
  return { screen: 'main', form, status: 'editing', pressed: 'form', failure: null, calls: 3, ...change }
}

export function emailConfirmation(change: Partial<LoginStateOf<'email_confirmation'>> = {}) {
  return { screen: 'email_confirmation', email: ada, calls: 4, form, ...change } as const
}

export function otpAuthenticate(change: Partial<LoginStateOf<'otp_authenticate'>> = {}) {
  return {
    screen: 'otp_authenticate',
    otp: { type: 'email', methodId: 'method-4', otpDestination: ada },
    code: '',
    status: 'counting_down',
    resend: 'initial',
    failure: null,
    expiresAt: noon + 5 * minute,
    remainingMs: 4 * minute,
    calls: 4,
    checkCall: 0,
    sendCall: 4,
    passcodeCall: 4,
    isSignedIn: false,
    form,
    ...change,
  } as const satisfies LoginStateOf<'otp_authenticate'>
}

/** Call 5 is pending. */
export function verifying(change: Partial<LoginStateOf<'otp_authenticate'>> = {}) {
  return otpAuthenticate({ code: '123456', status: 'verifying', calls: 5, checkCall: 5, ...change })
}

export function otpConfirmation(change: Partial<LoginStateOf<'otp_confirmation'>> = {}) {
  return { screen: 'otp_confirmation', status: 'success', calls: 5, form, ...change } as const
}

export function loggedIn(change: Partial<LoginStateOf<'logged_in'>> = {}) {
  return { screen: 'logged_in', calls: 4, form, ...change } as const
}

export const refused = { name: 'ApiError', error_type: 'otp_code_not_found', error_message: 'Not found.' } as const
/** Every attempt at the code was used. */
export const dead = { name: 'ApiError', error_type: 'no_attempts_left', error_message: 'Not found.' } as const
export const unanswered = { name: 'UnreachableError', error_message: 'Unable to contact our servers.' } as const

/** The response to call number `call`: a passcode was sent at noon. */
export function sentPasscode(call: number) {
  return {
    type: 'passcode_sent',
    call,
    channel: 'email',
    to: ada,
    methodId: `method-${call}`,
    at: noon,
    expiresAt: noon + 5 * minute,
  } as const
}

export const flowComplete = {
  type: 'emit',
  event: { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
} as const

export function sentEffects(call: number) {
  return [
    { type: 'log', name: 'email_sent', details: { email: ada, type: 'otp' } },
    {
      type: 'emit',
      event: { type: 'OTP_LOGIN_OR_CREATE', data: { method_id: `method-${call}`, destination: ada } },
    },
    { type: 'wait', ms: 1_000, next: 'ticked', call },
  ] as const
}
