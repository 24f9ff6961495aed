import { latinDigits } from '../flow/digits.ts'
import type { Failure } from '../flow/failure.ts'
import { refusal } from '../flow/failure.ts'
import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import type { SendMagicLink } from '../methods/magic-links/magic-links.flow.ts'
import type { SendPasscode } from '../methods/otps/otps.flow.ts'
import type { Tab } from './login.config.ts'

/** What was typed on Main. It outlives every other screen, so that nobody types it twice. */
export interface MainForm {
  readonly tab: Tab
  readonly email: string
  readonly phone: string
}

export interface Main {
  readonly screen: 'main'
  readonly form: MainForm
  readonly status: 'editing' | 'sending'
  readonly failure: Failure | null
  readonly calls: number
}

export type MainEvent =
  | { readonly type: 'tab_selected'; readonly tab: Tab }
  | { readonly type: 'email_changed'; readonly value: string }
  | { readonly type: 'phone_changed'; readonly value: string }
  | { readonly type: 'submitted' }

export type MainEffect = SendMagicLink | SendPasscode

/** Nothing has been typed yet. */
export function startMain(tabs: readonly [Tab, ...Tab[]]): Main {
  return mainWith({ tab: tabs[0], email: '', phone: '' }, 0)
}

/** Main anew, after all calls that were made: no answer to one of them is meant for it. */
export function mainWith(form: MainForm, calls: number): Main {
  return { screen: 'main', form, status: 'editing', failure: null, calls: calls + 1 }
}

export const mainFlow: Flow<Main, MainEvent, MainEffect> = (state, event) => {
  switch (event.type) {
    case 'tab_selected':
      if (event.tab === state.form.tab) return stay(state)
      // An answer to the form that was left is not for this one.
      return stay({ ...typed(state, { tab: event.tab }), status: 'editing', calls: state.calls + 1 })
    case 'email_changed':
      return stay(typed(state, { email: event.value }))
    case 'phone_changed':
      return stay(typed(state, { phone: latinDigits(event.value) }))
    case 'submitted':
      return state.status === 'sending' ? stay(state) : submit(state)
    default:
      return stay(event satisfies never)
  }
}

/** What was said about the old value no longer holds. */
function typed(state: Main, change: Partial<MainForm>): Main {
  return { ...state, form: { ...state.form, ...change }, failure: null }
}

function submit(state: Main): Step<Main, MainEffect> {
  const call = state.calls + 1
  const { tab } = state.form
  const email = state.form.email.trim()
  const phone = internationalNumber(state.form.phone)
  const refused = (error_type: string): Step<Main, never> => stay({ ...state, failure: refusal(error_type) })
  const sending = (effect: MainEffect): Step<Main, MainEffect> => ({
    state: { ...state, status: 'sending', failure: null, calls: call },
    effects: [effect],
  })
  switch (tab) {
    case 'email_magic_link':
      return isEmail(email) ? sending({ type: 'send_magic_link', call, email }) : refused('invalid_email')
    case 'email_otp':
      if (!isEmail(email)) return refused('invalid_email_address')
      return sending({ type: 'send_passcode', call, channel: 'email', to: email })
    case 'sms':
    case 'whatsapp':
      if (!phone) return refused('invalid_phone_number')
      return sending({ type: 'send_passcode', call, channel: tab, to: phone })
    default:
      return tab satisfies never
  }
}

/** A local part, an at sign, a domain with a dot and a last part of at least two letters; no mail goes to a longer one. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(text)
}

/** E.164; a number without a country is taken for one of the United States. Undefined where it cannot be a number. */
export function internationalNumber(text: string): string | undefined {
  const compact = latinDigits(text).replace(/[\s().\-/]/g, '')
  // Some write the trunk's 1 as well: no number there begins with it.
  const number = compact.startsWith('+') ? compact : `+1${compact.replace(/^1(?=\d{10}$)/, '')}`
  return /^\+[1-9]\d{7,14}$/.test(number) ? number : undefined
}
