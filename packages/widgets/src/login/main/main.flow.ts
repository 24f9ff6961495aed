import type { OAuthProvider } from '@latchkey/contract'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import type { Tab } from '../../config/login.config.ts'
import { digitsOf, latinDigits } from '../../flow/digits.ts'
import { isEmail } from '../../flow/email.ts'
import type { Failure } from '../../flow/failure.ts'
import { refusal } from '../../flow/failure.ts'
import { isPhoneTab } from '../../flow/phone-tab.ts'
import type { Flow, Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { SendMagicLink } from '../../methods/magic-links/magic-links.flow.ts'
import type { MethodMainForms } from '../../methods/method-types.ts'
import type { AwaitReturn, StartOAuth } from '../../methods/oauth/oauth.flow.ts'
import type { SendPasscode } from '../../methods/otps/otps.flow.ts'
import type { SearchUser } from '../../methods/passwords/passwords.flow.ts'
import type { ReadNumber } from '../../methods/phone/phone.flow.ts'

/** The form of Main. It is kept behind all other screens, so that the user does not type it twice. */
export interface MainForm extends MethodMainForms {
  /** Null if Main has no form. */
  readonly tab: Tab | null
  readonly email: string
  /** As displayed. */
  readonly phone: string
  /** The country of a number without a country code. */
  readonly country: CallingCountry
}

/** The form or button that was used last. It shows the busy state and the error. */
export type Pressed = 'form' | OAuthProvider

export interface Main {
  readonly screen: 'main'
  readonly form: MainForm
  /** `leaving`: the browser is loading a provider's page. */
  readonly status: 'editing' | 'sending' | 'leaving'
  readonly pressed: Pressed
  readonly failure: Failure | null
  readonly calls: number
}

export type MainEvent =
  | { readonly type: 'tab_selected'; readonly tab: Tab }
  | { readonly type: 'email_changed'; readonly value: string }
  /** A number with a country code also sets the country. */
  | { readonly type: 'phone_changed'; readonly value: string; readonly country?: CallingCountry }
  | { readonly type: 'submitted' }
  | { readonly type: 'provider_clicked'; readonly provider: OAuthProvider }
  | { readonly type: 'autofill_missing' }

export type MainEffect = SendMagicLink | SendPasscode | SearchUser | ReadNumber | StartOAuth | AwaitReturn

/** The empty form. */
export function startMain(tabs: readonly Tab[]): Main {
  return mainWith({ tab: tabs[0] ?? null, email: '', phone: '', country: 'US' }, 0)
}

/** Main with a new call number, so that it ignores responses to earlier calls. */
export function mainWith(form: MainForm, calls: number): Main {
  return { screen: 'main', form, status: 'editing', pressed: 'form', failure: null, calls: calls + 1 }
}

export const mainFlow: Flow<Main, MainEvent, MainEffect> = (state, event) => {
  switch (event.type) {
    case 'tab_selected':
      if (event.tab === state.form.tab) return stay(state)
      // Ignore the response to the other form.
      return stay({ ...typed(state, { tab: event.tab }), status: 'editing', calls: state.calls + 1 })
    case 'email_changed':
      return stay(typed(state, { email: event.value }))
    case 'phone_changed':
      return stay(typed(state, { phone: latinDigits(event.value), country: event.country ?? state.form.country }))
    case 'submitted':
      return state.status === 'editing' ? submit(state) : stay(state)
    case 'provider_clicked':
      if (state.status !== 'editing') return stay(state)
      return sending(state, event.provider, (call) => ({ type: 'start_oauth', call, provider: event.provider }))
    case 'autofill_missing':
      return stay({ ...state, form: { ...state.form, hasPasskeyButton: true } })
    default:
      event satisfies never
      return stay(state)
  }
}

/** A change clears the error of the old value. */
function typed(state: Main, change: Partial<MainForm>): Main {
  return { ...state, form: { ...state.form, ...change }, failure: null }
}

export function sending(state: Main, pressed: Pressed, effect: (call: number) => MainEffect): Step<Main, MainEffect> {
  const calls = state.calls + 1
  return { state: { ...state, status: 'sending', pressed, failure: null, calls }, effects: [effect(calls)] }
}

function submit(state: Main): Step<Main, MainEffect> {
  const { tab, phone: text, country } = state.form
  const email = state.form.email.trim()
  const refused = (error_type: string): Step<Main, never> =>
    stay({ ...state, pressed: 'form', failure: refusal(error_type) })
  if (isPhoneTab(tab)) {
    // Only the phone number library can validate the number, and it is loaded later.
    if (!digitsOf(text)) return refused('invalid_phone_number')
    return sending(state, 'form', (call) => ({ type: 'read_number', call, channel: tab, text, country }))
  }
  if (!tab) return stay(state)
  if (!isEmail(email)) return refused(tab === 'email_otp' ? 'invalid_email_address' : 'invalid_email')
  return sending(state, 'form', (call) => {
    if (tab === 'email_otp') return { type: 'send_passcode', call, channel: 'email', to: email }
    return tab === 'email_password' ? { type: 'search_user', call, email } : { type: 'send_magic_link', call, email }
  })
}
