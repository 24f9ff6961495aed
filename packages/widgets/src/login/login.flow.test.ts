import { describe, expect, it } from 'vitest'
import { screens } from '../flow/screens.ts'
import { connecting } from '../methods/crypto/crypto-transitions.suite.ts'
import { noPasskeys } from '../methods/passkeys/passkeys.flow.ts'
import type { LoginEvent, LoginState } from './login.flow.ts'
import {
  ada,
  emailConfirmation,
  flowComplete,
  loggedIn,
  main,
  noon,
  otpAuthenticate,
  otpConfirmation,
  refused,
  sentPasscode,
  unanswered,
  verifying,
} from './login-states.suite.ts'
import { startMain } from './main/main.flow.ts'
import { loginFlow } from './whole-login.ts'

function stays(state: LoginState, ...events: LoginEvent[]): void {
  for (const event of events) {
    const step = loginFlow(state, event)
    expect([event.type, step.state === state, step.effects]).toEqual([event.type, true, []])
  }
}

describe('a login', () => {
  it('takes the autofill check of passkeys while a wallet is asked', () => {
    const { form } = loginFlow(connecting(), { type: 'autofill_checked', isSupported: true }).state
    expect(form.passkeys).toEqual({ ...noPasskeys, hasAutofill: true })
  })

  it('starts on Main with the first tab, and is logged [W-MAIN-06] [W-A-11]', () => {
    expect([startMain(['sms', 'email_magic_link']), loginFlow.firstEffects([])]).toEqual([
      {
        screen: 'main',
        form: { tab: 'sms', email: '', phone: '', country: 'US' },
        status: 'editing',
        pressed: 'form',
        failure: null,
        calls: 1,
      },
      [{ type: 'log_render' }],
    ])
  })

  it('names its screens', () => {
    const own: LoginState[] = [main(), emailConfirmation(), loggedIn(), otpAuthenticate(), otpConfirmation()]
    expect(own.map(({ screen }) => screen).filter((screen) => !screens.includes(screen))).toEqual([])
  })

  it('keeps the form of Main behind every other screen, and shows it again after Back [W-A-09]', () => {
    const form = { tab: 'email_otp', email: ada, phone: '202', country: 'US' } as const
    for (const screen of [emailConfirmation({ form }), otpAuthenticate({ form })]) {
      expect(loginFlow(screen, { type: 'back_clicked' })).toEqual({ state: main({ form, calls: 5 }), effects: [] })
    }
  })

  it('has no Back on a success screen, and returns to Main when the session ends', () => {
    const form = { tab: 'email_otp', email: ada, phone: '', country: 'US' } as const
    for (const state of [loggedIn({ form }), otpConfirmation({ form, calls: 4 })]) {
      stays(state, { type: 'back_clicked' })
      expect(loginFlow(state, { type: 'session_ended' })).toEqual({ state: main({ form, calls: 5 }), effects: [] })
    }
  })

  it('clears the address with Try again, and logs it [W-EML-08] [W-EVT-08]', () => {
    const form = { tab: 'email_magic_link', email: ada, phone: '202', country: 'US' } as const
    expect(loginFlow(emailConfirmation({ form }), { type: 'try_again_clicked' })).toEqual({
      state: main({ form: { ...form, email: '' }, calls: 5 }),
      effects: [{ type: 'log', name: 'email_try_again_clicked', details: { email: ada, type: 'magic_link' } }],
    })
  })

  it('confirms the address that the link was sent to, whatever was typed since [W-EML-02] [W-EML-09]', () => {
    const form = { tab: 'email_magic_link', email: 'bob@example.com', phone: '', country: 'US' } as const
    const sending = main({ form, status: 'sending', calls: 4 })
    expect(loginFlow(sending, { type: 'magic_link_sent', call: 4, email: ada }).state).toEqual(
      emailConfirmation({ email: ada, form }),
    )
  })
})

describe('a late response', () => {
  const outcomes = (call: number): LoginEvent[] => [
    { type: 'magic_link_sent', call, email: ada },
    { type: 'magic_link_refused', call, failure: refused },
    sentPasscode(call),
    { type: 'passcode_not_sent', call, failure: refused },
    { type: 'code_accepted', call, methodId: 'method-4' },
    { type: 'code_refused', call, failure: refused },
    { type: 'ticked', call, at: noon },
    { type: 'label_shown', call, at: noon },
  ]

  it('changes nothing if its form was left for another tab', () => {
    const sending = main({ status: 'sending', calls: 4 })
    const { state } = loginFlow(sending, { type: 'tab_selected', tab: 'sms' })
    stays(state, ...outcomes(4))
    stays(
      loginFlow({ ...state, form: { ...state.form, phone: '2025550123' } }, { type: 'submitted' }).state,
      ...outcomes(4),
    )
  })

  it('changes nothing if its screen was left by Back, now or in the next attempt', () => {
    for (const left of [verifying(), otpAuthenticate({ resend: 'sending', calls: 5, sendCall: 5 })]) {
      const { state } = loginFlow(left, { type: 'back_clicked' })
      stays(state, ...outcomes(4), ...outcomes(5))
      const again = loginFlow(state, { type: 'submitted' }).state
      expect(again).toMatchObject({ screen: 'main', status: 'sending', calls: 7 })
      stays(again, ...outcomes(4), ...outcomes(5), ...outcomes(6))
      const entered = loginFlow(again, sentPasscode(7)).state
      expect(entered).toMatchObject({ screen: 'otp_authenticate', passcodeCall: 7 })
      stays(entered, ...outcomes(4), ...outcomes(5), ...outcomes(6))
    }
  })

  it('changes nothing if its call has a response already', () => {
    stays(main({ calls: 4 }), ...outcomes(4))
    stays(emailConfirmation(), ...outcomes(4))
    stays(otpConfirmation(), ...outcomes(5))
    stays(loggedIn(), ...outcomes(4))
  })
})

describe('a session that begins elsewhere', () => {
  const began: LoginEvent = { type: 'session_began' }

  it('completes the sign-in of a user who is still asked for it, and reports it once', () => {
    const asked = [
      main({ calls: 4 }),
      main({ status: 'sending', calls: 4 }),
      emailConfirmation(),
      otpAuthenticate(),
      otpAuthenticate({ resend: 'sending' }),
    ]
    for (const state of asked) {
      const step = loginFlow(state, began)
      expect(step).toEqual({ state: loggedIn(), effects: [flowComplete] })
      stays(step.state, began)
    }
  })

  it('does not overtake the response to a code: its own screen reports it, once', () => {
    const waiting = loginFlow(verifying(), began)
    expect(waiting).toEqual({ state: verifying({ isSignedIn: true }), effects: [] })
    stays(waiting.state, began)
    const { state, effects } = loginFlow(waiting.state, { type: 'code_accepted', call: 5, methodId: 'method-4' })
    expect([state, effects.filter(({ type }) => type === 'emit').length]).toEqual([otpConfirmation(), 2])
    stays(state, began)
  })

  it('completes the sign-in if the typed code is then rejected, or the user does not wait for the response', () => {
    const { state } = loginFlow(verifying(), began)
    for (const event of [
      { type: 'code_refused', call: 5, failure: refused },
      { type: 'code_refused', call: 5, failure: unanswered },
      { type: 'back_clicked' },
    ] as const) {
      expect(loginFlow(state, event)).toEqual({ state: loggedIn({ calls: 5 }), effects: [flowComplete] })
    }
  })

  it('does not complete the sign-in if it ends before the response', () => {
    const { state } = loginFlow(loginFlow(verifying(), began).state, { type: 'session_ended' })
    expect(state).toEqual(verifying())
    expect(loginFlow(state, { type: 'code_refused', call: 5, failure: refused }).state.screen).toBe('otp_authenticate')
    stays(main(), { type: 'session_ended' })
  })
})
