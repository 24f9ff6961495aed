import type { LoginStateOf } from '../../login/login.flow.ts'
import { ada } from '../../login/login-states.suite.ts'
import type { MailScreen, PasswordMail } from './passwords.flow.ts'
import type { Strength, Verdict } from './strength.flow.ts'

export const passwordForm = { tab: 'email_password', email: ada, phone: '', country: 'US' } as const

const luds_requirements = {
  has_digit: false,
  has_lower_case: true,
  has_symbol: false,
  has_upper_case: false,
  missing_characters: 0,
  missing_complexity: 0,
}

export const good: Verdict = {
  score: 4,
  feedback: { warning: '', suggestions: [], luds_requirements },
  valid_password: true,
  strength_policy: 'zxcvbn',
  breached_password: false,
}

export const bad: Verdict = {
  ...good,
  score: 1,
  valid_password: false,
  feedback: { warning: 'This is a very common password', suggestions: ['Avoid sequences'], luds_requirements },
}

export const noStrength: Strength = { status: 'unknown', verdict: null, call: 0 }

type Entry = LoginStateOf<'password_create_or_login'>

/** Call 4 found that the address is new. */
export function creating(change: Partial<Entry> = {}): Entry {
  return {
    screen: 'password_create_or_login',
    password: { email: ada, type: 'new' },
    typed: '',
    strength: noStrength,
    status: 'editing',
    next: 'password_forgot',
    failure: null,
    calls: 4,
    sendCall: 0,
    isSignedIn: false,
    form: passwordForm,
    ...change,
  }
}

/** A new password in each state of its check, which is call 5. */
export function chosen(status: Strength['status'], change: Partial<Entry> = {}): Entry {
  const verdict = status === 'known' ? good : null
  return creating({ typed: 'tide', strength: { status, verdict, call: 5 }, calls: 5, ...change })
}

export function loggingIn(change: Partial<Entry> = {}): Entry {
  return creating({ password: { email: ada, type: 'password' }, ...change })
}

export function mailed<Name extends MailScreen>(
  screen: Name,
  change: Partial<Pick<PasswordMail, 'resend' | 'calls'>> = {},
): LoginStateOf<Name> {
  return { screen, email: ada, resend: 'initial', calls: 5, form: passwordForm, ...change } as LoginStateOf<Name>
}

export const mailedEffects = [
  { type: 'log', name: 'email_sent', details: { email: ada, type: 'password_reset' } },
  { type: 'emit', event: { type: 'PASSWORD_RESET_BY_EMAIL_START', data: { email: ada } } },
] as const

export const mustReset = { name: 'ApiError', error_type: 'reset_password', error_message: 'Reset.' } as const
export const breached = { name: 'ApiError', error_type: 'breached_password', error_message: 'Breached.' } as const
export const wrongPassword = { name: 'ApiError', error_type: 'unauthorized_credentials', error_message: '' } as const
