import { describe, expect, it } from 'vitest'
import type { OtpAuthenticate, OtpEvent } from './otps.flow.ts'
import { countdownNews, otpFlow, passcodeSent } from './otps.flow.ts'

const ada = 'ada@example.com'
const noon = Date.UTC(2030, 0, 1, 12)
const minute = 60_000
const refused = { name: 'ApiError', error_type: 'otp_code_not_found', error_message: 'Not found.' }
const unanswered = { name: 'UnreachableError', error_message: 'Unable to contact our servers.' }

function entering(change: Partial<OtpAuthenticate> = {}): OtpAuthenticate {
  return {
    screen: 'otp_authenticate',
    otp: { type: 'email', methodId: 'method-2', otpDestination: ada },
    code: '',
    status: 'counting_down',
    resend: 'initial',
    failure: null,
    expiresAt: noon + 5 * minute,
    remainingMs: 4 * minute,
    calls: 2,
    checkCall: 0,
    sendCall: 2,
    passcodeCall: 2,
    isSignedIn: false,
    ...change,
  }
}

const verifying = (change: Partial<OtpAuthenticate> = {}): OtpAuthenticate =>
  entering({ code: '123456', status: 'verifying', calls: 3, checkCall: 3, ...change })

const typed = (value: string): OtpEvent => ({ type: 'code_changed', value })
const sent = (call: number, at = noon) =>
  ({
    type: 'passcode_sent',
    call,
    channel: 'email',
    to: ada,
    methodId: `method-${call}`,
    at,
    expiresAt: at + 5 * minute,
  }) as const
const tick = (call: number) => ({ type: 'wait', ms: 1_000, next: 'ticked', call })
const told = (call: number) => [
  { type: 'log', name: 'email_sent', details: { email: ada, type: 'otp' } },
  { type: 'emit', event: { type: 'OTP_LOGIN_OR_CREATE', data: { method_id: `method-${call}`, destination: ada } } },
]
const stays = (state: OtpAuthenticate, event: OtpEvent): void => {
  const step = otpFlow(state, event)
  expect(step.state).toBe(state)
  expect(step.effects).toEqual([])
}

describe('a passcode that was sent', () => {
  it('opens its screen with type, method and destination, and starts the countdown [W-OTP-04] [W-OTP-21] [W-OTP-22] [W-EVT-12]', () => {
    expect(passcodeSent(sent(2))).toEqual({
      state: entering({ status: 'sent', remainingMs: 5 * minute }),
      effects: [...told(2), tick(2)],
    })
  })

  it('is not in the email log if it is sent by SMS or WhatsApp', () => {
    const step = passcodeSent({ ...sent(2), channel: 'sms', to: '+12025550123' })
    expect(step.state.otp).toEqual({ type: 'sms', methodId: 'method-2', otpDestination: '+12025550123' })
    expect(step.effects).toEqual([
      {
        type: 'emit',
        event: { type: 'OTP_LOGIN_OR_CREATE', data: { method_id: 'method-2', destination: '+12025550123' } },
      },
      tick(2),
    ])
  })
})

describe('the code', () => {
  it('takes digits only, six at most [W-OTP-08] [W-OTP-09]', () => {
    expect(otpFlow(entering(), typed('12a 3-'))).toEqual({ state: entering({ code: '123' }), effects: [] })
    expect(otpFlow(entering(), typed('1234567890')).state).toEqual(verifying())
    stays(entering({ code: '123' }), typed('123x'))
  })

  it('may have digits of another script', () => {
    expect(otpFlow(entering(), typed('１２３')).state).toEqual(entering({ code: '123' }))
    expect(otpFlow(entering(), typed('٤٥٦ ۷')).state).toEqual(entering({ code: '4567' }))
  })

  it('submits the sixth digit once [W-OTP-10] [W-OTP-22]', () => {
    const step = otpFlow(entering({ code: '12345' }), typed('123456'))
    expect(step).toEqual({
      state: verifying(),
      effects: [{ type: 'check_passcode', call: 3, code: '123456', methodId: 'method-2' }],
    })
    stays(verifying(), typed('1234567'))
    stays(verifying(), typed('654321'))
    stays(verifying(), { type: 'code_submitted' })
  })

  it('cannot be submitted with fewer than six digits', () => {
    stays(entering({ code: '12345' }), { type: 'code_submitted' })
  })

  it('can be submitted after it has expired: the provider decides', () => {
    const expired = entering({ status: 'expired', remainingMs: 0, code: '12345' })
    expect(otpFlow(expired, typed('123456'))).toEqual({
      state: { ...verifying(), remainingMs: 0 },
      effects: [{ type: 'check_passcode', call: 3, code: '123456', methodId: 'method-2' }],
    })
  })

  it('leads to the confirmation with both events if it is accepted [W-OTP-12] [W-EVT-01]', () => {
    expect(otpFlow(verifying(), { type: 'code_accepted', call: 3, methodId: 'method-2' })).toEqual({
      state: { screen: 'otp_confirmation', status: 'success', calls: 3 },
      effects: [
        { type: 'emit', event: { type: 'OTP_AUTHENTICATE', data: { method_id: 'method-2' } } },
        { type: 'emit', event: { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} } },
      ],
    })
  })

  it('is cleared if it is rejected, with its error under the input until the next digit', () => {
    const after = otpFlow(verifying(), { type: 'code_refused', call: 3, failure: refused })
    expect(after).toEqual({ state: entering({ failure: refused, calls: 3, checkCall: 3 }), effects: [] })
    expect(otpFlow(after.state, typed('1'))).toEqual({
      state: entering({ code: '1', calls: 3, checkCall: 3 }),
      effects: [],
    })
  })

  it('is shown as expired if it is rejected after its expiry [W-OTP-22]', () => {
    const late = verifying({ remainingMs: 0 })
    expect(otpFlow(late, { type: 'code_refused', call: 3, failure: refused }).state).toEqual(
      entering({ status: 'expired', remainingMs: 0, failure: refused, calls: 3, checkCall: 3 }),
    )
  })

  it('stays in the input without a response, and may be sent again', () => {
    const after = otpFlow(verifying(), { type: 'code_refused', call: 3, failure: unanswered })
    expect(after).toEqual({
      state: entering({ code: '123456', failure: unanswered, calls: 3, checkCall: 3 }),
      effects: [],
    })
    expect(otpFlow(after.state, { type: 'code_submitted' })).toEqual({
      state: verifying({ calls: 4, checkCall: 4 }),
      effects: [{ type: 'check_passcode', call: 4, code: '123456', methodId: 'method-2' }],
    })
  })

  it('takes only the response to its own call', () => {
    for (const call of [0, 1, 2, 4]) {
      stays(verifying(), { type: 'code_accepted', call, methodId: 'method-2' })
      stays(verifying(), { type: 'code_refused', call, failure: refused })
    }
  })
})

describe('another passcode', () => {
  const sending = (change: Partial<OtpAuthenticate> = {}): OtpAuthenticate =>
    entering({ resend: 'sending', calls: 3, sendCall: 3, ...change })

  it('is requested, sent, shown as sent for two seconds, and can be requested again [W-OTP-15] [W-OTP-16]', () => {
    const failed = entering({ failure: refused, status: 'expired', remainingMs: 0 })
    expect(otpFlow(failed, { type: 'resend_clicked' })).toEqual({
      state: sending({ status: 'expired', remainingMs: 0 }),
      effects: [{ type: 'send_passcode', call: 3, channel: 'email', to: ada }],
    })
    const later = noon + 6 * minute
    const renewed = entering({
      otp: { type: 'email', methodId: 'method-3', otpDestination: ada },
      status: 'sent',
      resend: 'sent',
      expiresAt: later + 5 * minute,
      remainingMs: 5 * minute,
      calls: 3,
      sendCall: 3,
      passcodeCall: 3,
    })
    expect(otpFlow(sending({ code: '12', failure: refused }), sent(3, later))).toEqual({
      state: renewed,
      effects: [...told(3), tick(3), { type: 'wait', ms: 2_000, next: 'label_shown', call: 3 }],
    })
    const waiting = otpFlow(renewed, { type: 'label_shown', call: 3, at: later + 2_000 })
    expect(waiting).toEqual({ state: { ...renewed, resend: 'waiting' }, effects: [] })
    expect(otpFlow(waiting.state, { type: 'resend_clicked' })).toEqual({
      state: { ...renewed, resend: 'sending', calls: 4, sendCall: 4 },
      effects: [{ type: 'send_passcode', call: 4, channel: 'email', to: ada }],
    })
  })

  it('cannot be requested while one is being sent or was just sent, or while a code is checked [W-OTP-18]', () => {
    stays(sending(), { type: 'resend_clicked' })
    stays(entering({ resend: 'sent' }), { type: 'resend_clicked' })
    stays(verifying(), { type: 'resend_clicked' })
  })

  it('changes nothing if it cannot be sent, and shows the reason as a toast [W-OTP-17]', () => {
    expect(otpFlow(sending({ code: '12' }), { type: 'passcode_not_sent', call: 3, failure: refused })).toEqual({
      state: sending({ code: '12', resend: 'initial' }),
      effects: [{ type: 'notice', failure: refused }],
    })
  })

  it('does not stop the countdown of the earlier one while it is being sent', () => {
    const step = otpFlow(sending(), { type: 'ticked', call: 2, at: noon + 2 * minute })
    expect(step).toEqual({ state: sending({ remainingMs: 3 * minute }), effects: [tick(2)] })
  })

  it('replaces the old code during its check, and the response still counts', () => {
    const both = verifying({ resend: 'sending', calls: 4, sendCall: 3, checkCall: 4 })
    const { state } = otpFlow(both, sent(3))
    const renewed = {
      ...both,
      otp: { type: 'email', methodId: 'method-3', otpDestination: ada },
      code: '',
      resend: 'sent',
      remainingMs: 5 * minute,
      passcodeCall: 3,
    }
    expect(state).toEqual(renewed)
    expect(otpFlow(state, { type: 'code_refused', call: 4, failure: unanswered }).state).toEqual({
      ...renewed,
      status: 'counting_down',
      failure: unanswered,
    })
    // The event names the method that was checked, not the newer one.
    expect(otpFlow(state, { type: 'code_accepted', call: 4, methodId: 'method-2' }).effects[0]).toEqual({
      type: 'emit',
      event: { type: 'OTP_AUTHENTICATE', data: { method_id: 'method-2' } },
    })
  })

  it('takes only the response to its own call', () => {
    for (const call of [0, 1, 2, 4]) {
      stays(sending(), sent(call))
      stays(sending(), { type: 'passcode_not_sent', call, failure: refused })
    }
    stays(entering({ resend: 'sent', passcodeCall: 3 }), { type: 'label_shown', call: 2, at: noon })
  })
})

describe('the countdown', () => {
  it('is announced when it starts and when it ends, and not in between', () => {
    const { state } = passcodeSent(sent(2))
    const at = (ms: number) => otpFlow(state, { type: 'ticked', call: 2, at: noon + ms }).state as OtpAuthenticate
    expect([state, at(1_000), at(299_000), at(300_000)].map(countdownNews)).toEqual(['begins', null, null, 'is_over'])
    expect(countdownNews(verifying({ remainingMs: 0 }))).toBe('is_over')
  })

  it('runs from the expiry, second by second, and ends with it [W-OTP-19] [W-OTP-20] [W-OTP-21] [W-OTP-22]', () => {
    const at = (ms: number) => otpFlow(entering({ status: 'sent' }), { type: 'ticked', call: 2, at: noon + ms })
    expect([at(1_000), at(5 * minute - 1), at(5 * minute), at(9 * minute)]).toEqual([
      { state: entering({ remainingMs: 5 * minute - 1_000 }), effects: [tick(2)] },
      { state: entering({ remainingMs: 1 }), effects: [tick(2)] },
      { state: entering({ status: 'expired', remainingMs: 0 }), effects: [] },
      { state: entering({ status: 'expired', remainingMs: 0 }), effects: [] },
    ])
  })

  it('continues while a code is checked', () => {
    expect(otpFlow(verifying(), { type: 'ticked', call: 2, at: noon + 5 * minute })).toEqual({
      state: verifying({ remainingMs: 0 }),
      effects: [],
    })
  })

  it('ignores timers of an earlier passcode', () => {
    stays(entering({ passcodeCall: 3 }), { type: 'ticked', call: 2, at: noon })
  })
})

describe('the confirmation', () => {
  it('ignores all events', () => {
    const state = { screen: 'otp_confirmation', status: 'success', calls: 3 } as const
    const events: OtpEvent[] = [
      typed('123456'),
      { type: 'code_submitted' },
      { type: 'resend_clicked' },
      { type: 'code_accepted', call: 3, methodId: 'method-2' },
      sent(3),
      { type: 'ticked', call: 2, at: noon },
    ]
    for (const event of events) expect(otpFlow(state, event)).toEqual({ state, effects: [] })
  })
})

describe('a passcode without attempts left', () => {
  const failure = { name: 'ApiError', error_type: 'no_attempts_left', error_message: 'Not found.' }

  it('takes no more input and has no countdown', () => {
    const { state, effects } = otpFlow(verifying(), { type: 'code_refused', call: 3, failure })
    expect([state, effects]).toEqual([verifying({ code: '', status: 'dead' }), []])
    for (const event of [
      typed('123456'),
      { type: 'code_submitted' },
      { type: 'ticked', call: 2, at: noon + 2 * minute },
    ] as const) {
      stays(state as OtpAuthenticate, event)
    }
  })

  it('is replaced by a new one', () => {
    const dead = entering({ status: 'dead', calls: 3 })
    const { state, effects } = otpFlow(dead, { type: 'resend_clicked' })
    expect([state, effects]).toEqual([
      entering({ status: 'dead', resend: 'sending', calls: 4, sendCall: 4 }),
      [{ type: 'send_passcode', call: 4, channel: 'email', to: ada }],
    ])
    expect(otpFlow(state, sent(4)).state).toMatchObject({ status: 'sent', resend: 'sent', passcodeCall: 4 })
  })

  it('does not end a new one that was sent meanwhile', () => {
    const replaced = verifying({ passcodeCall: 4, sendCall: 4, calls: 4 })
    expect(otpFlow(replaced, { type: 'code_refused', call: 3, failure }).state).toMatchObject({
      ...{ status: 'counting_down', failure },
    })
  })
})
