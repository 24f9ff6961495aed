import type { LoginConfig } from '../../config/login.config.ts'
import { refusal } from '../../flow/failure.ts'
import { notice, successNotice } from '../../flow/notice.ts'
import { ada, longest, offline } from '../../gallery/fixtures/gallery-state.ts'
import type {
  LoginGalleryState,
  LoginGalleryStates,
  MainGalleryStates,
} from '../../gallery/fixtures/login-gallery-state.ts'
import { form, mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'
import type { LoginStateOf } from '../../login/login.flow.ts'
import type { MailScreen, PasswordState } from './passwords.flow.ts'
import type { Strength, Verdict } from './strength.flow.ts'

const config: LoginConfig = { products: ['passwords'] }

const nothing: Strength = { status: 'unknown', verdict: null, call: 0 }

const required = { missing_characters: 0, missing_complexity: 0 }
const found = { has_digit: false, has_lower_case: true, has_symbol: false, has_upper_case: false }

/** Messages of the provider, which are translated by their text. */
function verdict(score: Verdict['score'], warning = '', ...suggestions: string[]): Verdict {
  return {
    score,
    feedback: { warning, suggestions, luds_requirements: { ...found, ...required } },
    valid_password: score > 2,
    strength_policy: 'zxcvbn',
    breached_password: false,
  }
}

function luds(missing: Partial<typeof required>): Verdict {
  const requirements = { ...found, ...required, ...missing }
  return {
    ...verdict(0),
    feedback: { warning: '', suggestions: [], luds_requirements: requirements },
    strength_policy: 'luds',
    valid_password: requirements.missing_characters + requirements.missing_complexity === 0,
  }
}

/** The provider's verdict on a password. */
const known = (said: Verdict): Strength => ({ status: 'known', verdict: said, call: 1 })

/** All states of the password strength. */
export const strengths: Readonly<Record<string, Strength>> = {
  'nothing typed': nothing,
  checking: { status: 'checking', verdict: null, call: 1 },
  weakest: known(verdict(0, 'This is a top-10 common password', 'Add another word or two. Uncommon words are better.')),
  weak: known(
    verdict(
      2,
      'Straight rows of keys are easy to guess',
      'Use a longer keyboard pattern with more turns',
      'Avoid sequences',
    ),
  ),
  good: known(verdict(3)),
  strong: known(verdict(4)),
  breached: known({ ...verdict(4), breached_password: true, valid_password: false }),
  'no requirement met': known(luds({ missing_characters: 5, missing_complexity: 2 })),
  'some requirements met': known(luds({ missing_complexity: 1 })),
  'all that is required': known(luds({})),
}

function password(
  change: Partial<LoginStateOf<'password_create_or_login'>> = {},
): LoginGalleryState<'password_create_or_login'> {
  return {
    state: {
      ...{
        screen: 'password_create_or_login',
        password: { email: ada, type: 'password' },
        typed: '',
        strength: nothing,
      },
      ...{ status: 'editing', next: 'password_forgot', failure: null, calls: 1, sendCall: 0, isSignedIn: false, form },
      ...change,
    },
    config,
  }
}

const creating = (strength: Strength, typed = 'correct horse') =>
  password({ password: { email: ada, type: 'new' }, strength, typed })

function mail<Name extends MailScreen>(screen: Name): Readonly<Record<string, LoginGalleryState<Name>>> {
  const state = { screen, email: ada, resend: 'initial', calls: 1, form }
  return {
    sent: { state, config },
    'long address': { state: { ...state, email: longest }, config },
    resending: { state: { ...state, resend: 'sending' }, config },
    resent: { state: { ...state, resend: 'sent' }, config, notice: successNotice('email_resent') },
    'not sent again': { state, config, notice: notice(refusal('too_many_requests')) },
  } as unknown as Readonly<Record<string, LoginGalleryState<Name>>>
}

export const passwordMainStates: MainGalleryStates = {
  'with a password': {
    state: mainWithForm({ tab: 'email_password' }),
    config: { products: ['passwords', 'otp'], otpOptions: { methods: ['sms'] } },
  },
}

export const passwordStates: LoginGalleryStates<PasswordState['screen']> = {
  password_create_or_login: {
    'log in': password(),
    'log in, filled in': password({ typed: 'correct horse' }),
    'log in, long address': password({ password: { email: longest, type: 'password' } }),
    'log in, verifying': password({ typed: 'correct horse', status: 'verifying' }),
    'log in, wrong': password({ typed: 'correct horse', failure: refusal('unauthorized_credentials') }),
    'log in, offline': password({ typed: 'correct horse', failure: offline }),
    'log in, mailing': password({ status: 'mailing' }),
    ...Object.fromEntries(
      Object.entries(strengths).map(([name, strength]) => [
        `create, ${name}`,
        creating(strength, strength === nothing ? '' : 'correct horse'),
      ]),
    ),
    'create, verifying': password({
      ...{ password: { email: ada, type: 'new' }, typed: 'correct horse', status: 'verifying' },
      strength: known(verdict(4)),
    }),
  },
  password_forgot: mail('password_forgot'),
  password_breached: mail('password_breached'),
  password_dedupe: mail('password_dedupe'),
  password_set_new: mail('password_set_new'),
  password_confirmation: {
    success: { state: { screen: 'password_confirmation', status: 'success', calls: 1, form }, config },
  },
}
