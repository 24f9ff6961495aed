import { describe, expect, it } from 'vitest'
import type { Tab } from '../../config/login.config.ts'
import { isEmail } from '../../flow/email.ts'
import type { Main, MainEvent, MainForm } from './main.flow.ts'
import { startMain } from './main.flow.ts'
import { mainWithOutcomes as mainFlow } from './main-outcomes.flow.ts'

const ada = 'ada@example.com'
const refused = { name: 'ApiError', error_type: 'too_many_requests', error_message: 'Too many requests.' }

function editing(form: Partial<MainForm> = {}, change: Partial<Main> = {}): Main {
  return {
    screen: 'main',
    form: { tab: 'email_magic_link', email: '', phone: '', country: 'US', ...form },
    status: 'editing',
    pressed: 'form',
    failure: null,
    calls: 1,
    ...change,
  }
}

const submitted: MainEvent = { type: 'submitted' }
const invalid = (error_type: string) => ({ name: 'ValidationError', error_type, error_message: '' })

it('keeps the typed text when the browser reports that it has no autofill for passkeys', () => {
  expect(mainFlow(editing({ email: 'ada@' }, { failure: refused }), { type: 'autofill_missing' })).toEqual({
    state: editing({ email: 'ada@', hasPasskeyButton: true }, { failure: refused }),
    effects: [],
  })
})

describe('typing on Main', () => {
  it('keeps the text as typed, and clears the error of the old value', () => {
    expect(mainFlow(editing({}, { failure: refused }), { type: 'email_changed', value: ' ada@' })).toEqual({
      state: editing({ email: ' ada@' }),
      effects: [],
    })
    expect(mainFlow(editing({}, { failure: refused }), { type: 'phone_changed', value: '(202)' })).toEqual({
      state: editing({ phone: '(202)' }),
      effects: [],
    })
  })

  it('is possible while a call is pending, and does not cancel it', () => {
    const sending = editing({ email: ada }, { status: 'sending', calls: 2 })
    expect(mainFlow(sending, { type: 'email_changed', value: 'bob@example.com' })).toEqual({
      state: editing({ email: 'bob@example.com' }, { status: 'sending', calls: 2 }),
      effects: [],
    })
  })
})

describe('choosing a tab', () => {
  it('keeps the text of the other tabs', () => {
    const state = editing({ email: ada, phone: '202' }, { failure: refused })
    expect(mainFlow(state, { type: 'tab_selected', tab: 'sms' })).toEqual({
      state: editing({ tab: 'sms', email: ada, phone: '202' }, { calls: 2 }),
      effects: [],
    })
  })

  it('abandons a pending call: its number is no longer the newest', () => {
    const sending = editing({ email: ada }, { status: 'sending', calls: 2 })
    expect(mainFlow(sending, { type: 'tab_selected', tab: 'sms' })).toEqual({
      state: editing({ tab: 'sms', email: ada }, { calls: 3 }),
      effects: [],
    })
  })

  it('does nothing if the tab is selected already, also during a call', () => {
    const sending = editing({ email: ada }, { status: 'sending', calls: 2 })
    expect(mainFlow(sending, { type: 'tab_selected', tab: 'email_magic_link' }).state).toBe(sending)
  })
})

describe('submitting', () => {
  it.each([
    ['email_magic_link', { type: 'send_magic_link', call: 2, email: ada }],
    ['email_otp', { type: 'send_passcode', call: 2, channel: 'email', to: ada }],
    ['email_password', { type: 'search_user', call: 2, email: ada }],
    ['sms', { type: 'read_number', call: 2, channel: 'sms', text: '(202) 555-0123', country: 'US' }],
    ['whatsapp', { type: 'read_number', call: 2, channel: 'whatsapp', text: '(202) 555-0123', country: 'US' }],
  ] satisfies [Tab, unknown][])('on %s asks for one call, whatever is clicked meanwhile', (tab, effect) => {
    const typed = { tab, email: ` ${ada} `, phone: '(202) 555-0123' } as const
    const step = mainFlow(editing(typed, { failure: refused }), submitted)
    expect(step).toEqual({ state: editing(typed, { status: 'sending', calls: 2 }), effects: [effect] })
    expect(mainFlow(step.state, submitted)).toEqual({ state: step.state, effects: [] })
  })

  it.each([
    ['email_magic_link', 'invalid_email'],
    ['email_otp', 'invalid_email_address'],
    ['email_password', 'invalid_email'],
    ['sms', 'invalid_phone_number'],
    ['whatsapp', 'invalid_phone_number'],
  ] satisfies [Tab, string][])('on %s what cannot be right asks for no call [W-MAIN-24]', (tab, error_type) => {
    for (const text of ['', ' ', 'ada', 'ada@', '@example.com', 'ada@example']) {
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
    right.push('ada@xn--bcher-kva.xn--p1ai', 'ada@EXAMPLE.XN--P1AI', 'ада@пример.рф', 'ada@उदाहरण.भारत')
    expect(right.filter((text) => !isEmail(text))).toEqual([])
    expect([...wrong, ...spaced].filter(isEmail)).toEqual([])
    const of = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
    expect([isEmail(of(320)), isEmail(of(321))]).toEqual([true, false])
  })
})

describe('a number', () => {
  const reading = editing({ tab: 'sms', phone: '020 7946 0958', country: 'GB' }, { status: 'sending', calls: 2 })

  it('may have digits of another script, and may set its country', () => {
    const state = editing({ tab: 'sms' }, { failure: refused })
    expect(mainFlow(state, { type: 'phone_changed', value: '２０２ ٥' })).toEqual({
      state: editing({ tab: 'sms', phone: '202 5' }),
      effects: [],
    })
    expect(mainFlow(state, { type: 'phone_changed', value: '020 7', country: 'GB' })).toEqual({
      state: editing({ tab: 'sms', phone: '020 7', country: 'GB' }),
      effects: [],
    })
  })

  it('receives the passcode once it is parsed', () => {
    const read = { type: 'number_read', call: 2, channel: 'sms', to: '+442079460958' } as const
    expect(mainFlow(reading, read)).toEqual({
      state: { ...reading, calls: 3 },
      effects: [{ type: 'send_passcode', call: 3, channel: 'sms', to: '+442079460958' }],
    })
    expect(mainFlow(reading, { ...read, call: 1 }).state).toBe(reading)
  })

  it('is rejected if it is invalid, and can be corrected', () => {
    const none = { type: 'number_refused', call: 2, failure: invalid('invalid_phone_number') } as const
    expect(mainFlow(reading, none)).toEqual({
      state: { ...reading, status: 'editing', failure: none.failure },
      effects: [],
    })
    expect(mainFlow(reading, { ...none, call: 1 }).state).toBe(reading)
  })
})

describe('a provider’s button', () => {
  const clicked = { type: 'provider_clicked', provider: 'google' } as const
  const starting = editing({ email: ada }, { status: 'sending', pressed: 'google', calls: 2 })
  const leaving: Main = { ...starting, status: 'leaving' }

  it('starts once, and nothing else starts while the browser is leaving', () => {
    expect(mainFlow(editing({ email: ada }, { failure: refused }), clicked)).toEqual({
      state: starting,
      effects: [{ type: 'start_oauth', call: 2, provider: 'google' }],
    })
    for (const state of [starting, leaving]) {
      for (const event of [clicked, { type: 'provider_clicked', provider: 'github' }, submitted] as const) {
        expect(mainFlow(state, event)).toEqual({ state, effects: [] })
      }
    }
  })

  it('stays busy until the browser has left, and works again for a user who returns', () => {
    expect(mainFlow(starting, { type: 'oauth_started', call: 2 })).toEqual({
      state: leaving,
      effects: [{ type: 'await_return', call: 2 }],
    })
    expect(mainFlow(leaving, { type: 'page_returned', call: 2 })).toEqual({
      state: { ...leaving, status: 'editing' },
      effects: [],
    })
    for (const type of ['oauth_started', 'page_returned'] as const) {
      expect(mainFlow(leaving, { type, call: 1 }).state).toBe(leaving)
      expect(mainFlow(editing(), { type, call: 1 }).state).toEqual(editing())
    }
  })

  it('shows its error until something else is tried', () => {
    const step = mainFlow(starting, { type: 'oauth_refused', call: 2, failure: refused })
    expect(step).toEqual({ state: { ...starting, status: 'editing', failure: refused }, effects: [] })
    expect(mainFlow(starting, { type: 'oauth_refused', call: 1, failure: refused }).state).toBe(starting)
    expect(mainFlow(step.state, submitted).state).toMatchObject({ pressed: 'form', failure: null })
    expect(mainFlow({ ...step.state, form: { ...step.state.form, email: '' } }, submitted).state).toMatchObject({
      pressed: 'form',
      failure: { error_type: 'invalid_email' },
    })
  })

  it('needs no form', () => {
    const alone = startMain([])
    expect(alone.form.tab).toBeNull()
    expect(mainFlow(alone, submitted)).toEqual({ state: alone, effects: [] })
    expect(mainFlow(alone, clicked).effects).toEqual([{ type: 'start_oauth', call: 2, provider: 'google' }])
  })
})
