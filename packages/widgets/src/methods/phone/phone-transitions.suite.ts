import { refusal } from '../../flow/failure.ts'
import type { LoginFlowPart, Transition } from '../../login/login-flow-part.suite.ts'
import { transition } from '../../login/login-flow-part.suite.ts'
import { main, refused } from '../../login/login-states.suite.ts'
import { startMain } from '../../login/main/main.flow.ts'

/** A phone number on Main, until it is parsed. */
export const phonePart: LoginFlowPart = {
  first: startMain(['sms']),
  moves: [
    { type: 'phone_changed', value: '' },
    { type: 'phone_changed', value: '2025550123' },
    { type: 'phone_changed', value: '020 7946 0958', country: 'GB' },
    { type: 'submitted' },
  ],
  outcomes: (call) => [
    { type: 'number_read', call, channel: 'sms', to: '+12025550123' },
    { type: 'number_refused', call, failure: refused },
  ],
  transitions: transitions(),
}

function transitions(): Transition[] {
  const form = { tab: 'sms', email: '', phone: '(202) 555-0123', country: 'US' } as const
  const reading = main({ form, status: 'sending', calls: 4 })
  const none = main({ form: { ...form, phone: '+' } })
  return [
    transition(none, { type: 'submitted' }, { ...none, failure: refusal('invalid_phone_number') }),
    transition(main({ form }), { type: 'submitted' }, reading, {
      ...{ type: 'read_number', call: 4, channel: 'sms', text: '(202) 555-0123', country: 'US' },
    }),
    transition(
      reading,
      { type: 'number_read', call: 4, channel: 'sms', to: '+12025550123' },
      { ...reading, calls: 5 },
      { type: 'send_passcode', call: 5, channel: 'sms', to: '+12025550123' },
    ),
    transition(
      reading,
      { type: 'number_refused', call: 4, failure: refused },
      main({ form, failure: refused, calls: 4 }),
    ),
  ]
}
