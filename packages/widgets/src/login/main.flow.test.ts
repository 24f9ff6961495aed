import { describe, expect, it } from 'vitest'
import type { Tab } from './login.config.ts'
import type { Main, MainEvent, MainForm } from './main.flow.ts'
import { internationalNumber, isEmail, mainFlow } from './main.flow.ts'

const ada = 'ada@example.com'
const refused = { name: 'ApiError', error_type: 'too_many_requests', error_message: 'Too many requests.' }

function editing(form: Partial<MainForm> = {}, change: Partial<Main> = {}): Main {
  return {
    screen: 'main',
    form: { tab: 'email_magic_link', email: '', phone: '', ...form },
    status: 'editing',
    failure: null,
    calls: 1,
    ...change,
  }
}

const submitted: MainEvent = { type: 'submitted' }
const invalid = (error_type: string) => ({ name: 'ValidationError', error_type, error_message: '' })

describe('typing on Main', () => {
  it('keeps what is typed as it is, and takes back what was said about the value before', () => {
    expect(mainFlow(editing({}, { failure: refused }), { type: 'email_changed', value: ' ada@' })).toEqual({
      state: editing({ email: ' ada@' }),
      effects: [],
    })
    expect(mainFlow(editing({}, { failure: refused }), { type: 'phone_changed', value: '(202)' })).toEqual({
      state: editing({ phone: '(202)' }),
      effects: [],
    })
  })

  it('goes on while something is sent, which goes on as well', () => {
    const sending = editing({ email: ada }, { status: 'sending', calls: 2 })
    expect(mainFlow(sending, { type: 'email_changed', value: 'bob@example.com' })).toEqual({
      state: editing({ email: 'bob@example.com' }, { status: 'sending', calls: 2 }),
      effects: [],
    })
  })
})

describe('choosing a tab', () => {
  it('keeps what was typed on the others', () => {
    const state = editing({ email: ada, phone: '202' }, { failure: refused })
    expect(mainFlow(state, { type: 'tab_selected', tab: 'sms' })).toEqual({
      state: editing({ tab: 'sms', email: ada, phone: '202' }, { calls: 2 }),
      effects: [],
    })
  })

  it('while something is sent leaves it behind: its number is no longer the newest', () => {
    const sending = editing({ email: ada }, { status: 'sending', calls: 2 })
    expect(mainFlow(sending, { type: 'tab_selected', tab: 'sms' })).toEqual({
      state: editing({ tab: 'sms', email: ada }, { calls: 3 }),
      effects: [],
    })
  })

  it('that is chosen already changes nothing, least of all a call on its way', () => {
    const sending = editing({ email: ada }, { status: 'sending', calls: 2 })
    expect(mainFlow(sending, { type: 'tab_selected', tab: 'email_magic_link' }).state).toBe(sending)
  })
})

describe('submitting', () => {
  it.each([
    ['email_magic_link', { type: 'send_magic_link', call: 2, email: ada }],
    ['email_otp', { type: 'send_passcode', call: 2, channel: 'email', to: ada }],
    ['sms', { type: 'send_passcode', call: 2, channel: 'sms', to: '+12025550123' }],
    ['whatsapp', { type: 'send_passcode', call: 2, channel: 'whatsapp', to: '+12025550123' }],
  ] satisfies [Tab, unknown][])('on %s asks for one call, whatever is clicked meanwhile', (tab, effect) => {
    const typed = { tab, email: ` ${ada} `, phone: '(202) 555-0123' }
    const step = mainFlow(editing(typed, { failure: refused }), submitted)
    expect(step).toEqual({ state: editing(typed, { status: 'sending', calls: 2 }), effects: [effect] })
    expect(mainFlow(step.state, submitted)).toEqual({ state: step.state, effects: [] })
  })

  it.each([
    ['email_magic_link', 'invalid_email'],
    ['email_otp', 'invalid_email_address'],
    ['sms', 'invalid_phone_number'],
    ['whatsapp', 'invalid_phone_number'],
  ] satisfies [Tab, string][])('on %s what cannot be right asks for no call [W-MAIN-24]', (tab, error_type) => {
    for (const text of ['', ' ', 'ada', 'ada@', '@example.com', 'ada@example', '555']) {
      const state = editing({ tab, email: text, phone: text })
      expect(mainFlow(state, submitted)).toEqual({
        state: { ...state, failure: invalid(error_type) },
        effects: [],
      })
    }
  })
})

describe('an address', () => {
  it('has a local part, an at sign, a domain with a dot and a last part of two letters [W-MAIN-19]', () => {
    const right = ['a@b.co', 'ada@example.com', 'ada.l+news@mail.example.museum', "o'neill@sub.sub.example.org"]
    const wrong = ['', 'ada', 'ada@', '@example.com', 'ada@example', 'ada@example.c', 'ada@example.c1', 'ada@.com.']
    const spaced = ['ada @example.com', 'ada@exam ple.com', 'ada@example.com ', 'a@b@example.com', 'ada@example.com\n']
    expect(right.filter((text) => !isEmail(text))).toEqual([])
    expect([...wrong, ...spaced].filter(isEmail)).toEqual([])
    const of = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
    expect([isEmail(of(320)), isEmail(of(321))]).toEqual([true, false])
  })
})

describe('a number', () => {
  it('is sent in international format; without a country it is one of the United States [W-OTP-02]', () => {
    expect(
      ['(202) 555-0123', '202.555.0123', '1 202 555 0123', '+1 202 555 0123', '+44 20 7946 0958'].map(
        internationalNumber,
      ),
    ).toEqual(['+12025550123', '+12025550123', '+12025550123', '+12025550123', '+442079460958'])
  })

  it('may be written with the digits of another script', () => {
    expect(['＋８１ ９０ １２３４ ５６７８', '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹'].map(internationalNumber)).toEqual([
      '+819012345678',
      '+971501234567',
      '+989123456789',
    ])
    expect(mainFlow(editing({ tab: 'sms' }), { type: 'phone_changed', value: '２０２ ٥' }).state.form.phone).toBe(
      '202 5',
    )
  })

  it('that cannot be one is none', () => {
    const wrong = ['', '+', '555', 'phone', '+0123456789', '+1202555012345678', '202 555 01x3', '++12025550123']
    expect(wrong.map(internationalNumber).filter((number) => number !== undefined)).toEqual([])
  })
})
