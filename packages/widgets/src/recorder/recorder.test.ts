import { describe, expect, it } from 'vitest'
import { createActor } from '../flow/actor.ts'
import type { FlowTransition } from '../flow/explore.suite.ts'
import { redact } from '../flow/redact.ts'
import type { Flow } from '../flow/step.ts'
import { identityProviderFlow } from '../identity-provider/identity-provider.flow.ts'
import { transitions as identityProviderTransitions } from '../identity-provider/identity-provider-transitions.suite.ts'
import type { LoginEvent } from '../login/login.flow.ts'
import { loginFlowWith } from '../login/login.flow.ts'
import { transitions } from '../login/login-map.suite.ts'
import { main, noon, unanswered } from '../login/login-states.suite.ts'
import { loginFlow } from '../login/whole-login.ts'
import { registrationFlow } from '../passkey-registration/passkey-registration.flow.ts'
import { transitions as registrationTransitions } from '../passkey-registration/registration-transitions.suite.ts'
import { resetPasswordFlow } from '../reset-password/reset-password.flow.ts'
import { transitions as resetPasswordTransitions } from '../reset-password/reset-password-transitions.suite.ts'
import { startRecorder } from './recorder.ts'
import { replay, toScreen } from './replay.ts'

const email = 'ada.lovelace@example.org'
const phone = '+14155550134'
const secrets = [email, 'lovelace', phone, '4155550134', '482915', 'correct horse', 'sk-token']

function run(events: readonly LoginEvent[]) {
  const recorder = startRecorder()
  const actor = createActor(
    loginFlow,
    { state: main({ form: { ...main().form, email } }), effects: [] },
    () => undefined,
  )
  const places = events.map((event) => {
    actor.send(event)
    return toScreen(actor.getState())
  })
  recorder.stop()
  actor.send({ type: 'back_clicked' })
  return { recordings: recorder.recordings(), places }
}

/** A user mistypes, requests a passcode, is rejected and gives up. */
const events: readonly LoginEvent[] = [
  { type: 'email_changed', value: 'lovelace' },
  { type: 'submitted' },
  { type: 'email_changed', value: email },
  { type: 'phone_changed', value: phone },
  { type: 'submitted' },
  {
    ...{ type: 'passcode_sent', call: 4, channel: 'email', to: email, methodId: 'sk-token' },
    ...{ at: noon, expiresAt: noon + 300_000 },
  },
  { type: 'code_changed', value: '482' },
  { type: 'code_changed', value: '482915' },
  { type: 'code_refused', call: 5, failure: { ...unanswered, error_message: `No such code for ${email}` } },
  { type: 'code_submitted' },
  { type: 'back_clicked' },
]

/** The steps where the redacted events lead to another screen than the original ones. */
function strayed<State, Event extends { readonly type: string }, Effect>(
  flow: Flow<State, Event, Effect>,
  all: readonly FlowTransition<State, Event, Effect>[],
) {
  const found = all
    .map(({ from, event, to }) => {
      const known = new Map<string, string>()
      return [event.type, toScreen(flow(redact(from, known), redact(event, known)).state), toScreen(to.state)]
    })
    .filter(([, went, wanted]) => JSON.stringify(went) !== JSON.stringify(wanted))
  return { count: all.length, found }
}

describe('a recording', () => {
  it('has every step, and replays to the same screens', () => {
    const { recordings, places } = run(events)
    const [recording] = recordings
    expect(recordings.length).toBe(1)
    expect(recording?.steps.map(({ event }) => event.type)).toEqual(events.map(({ type }) => type))
    expect(recording && replay(recording)).toEqual(places)
    expect(places.at(-2)).toEqual({ screen: 'otp_authenticate', status: 'verifying' })
  })

  it('has no personal data, and survives JSON', () => {
    const { recordings, places } = run(events)
    const text = JSON.stringify(recordings)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    // Different values stay different.
    expect(redact([{ name: 'Ada' }, { name: 'Grace' }, { name: 'Ada' }])).toEqual([
      { name: 'redacted' },
      { name: 'redacted 2' },
      { name: 'redacted' },
    ])
    expect(replay(JSON.parse(text)[0])).toEqual(places)
  })

  it('is named after the login flow, whichever methods the page has loaded', () => {
    const recorder = startRecorder()
    createActor(loginFlowWith([]), { state: main(), effects: [] }, () => undefined).send({ type: 'submitted' })
    recorder.stop()
    expect(recorder.recordings().map(({ flow, steps }) => [flow, steps.length])).toEqual([['login', 1]])
  })

  it('is separate for each flow until it is cleared', () => {
    const recorder = startRecorder()
    let told = 0
    const unsubscribe = recorder.subscribe(() => {
      told += 1
    })
    for (let i = 0; i < 2; i++) {
      createActor(loginFlow, { state: main(), effects: [] }, () => undefined).send({ type: 'submitted' })
    }
    expect([recorder.recordings().length, told]).toEqual([2, 2])
    recorder.clear()
    unsubscribe()
    recorder.stop()
    expect([recorder.recordings(), told]).toEqual([[], 3])
  })
})

describe('a redacted state or event', () => {
  it.each([
    ['login', () => strayed(loginFlow, transitions)],
    ['reset-password', () => strayed(resetPasswordFlow, resetPasswordTransitions)],
    ['passkey-registration', () => strayed(registrationFlow, registrationTransitions)],
    ['identity-provider', () => strayed(identityProviderFlow, identityProviderTransitions)],
  ])('leads the %s flow the same way, along every edge', (_, look) => {
    const { count, found } = look()
    expect([count > 10, found]).toEqual([true, []])
  })

  it('has no password, whatever its field is called', () => {
    const value = 'correct horse'
    expect(
      redact([
        { type: 'password_changed', value },
        { type: 'x', password: value },
        { type: 'x', newPassword: '123456' },
        { type: 'strength_checked', password: { text: value } },
        { type: 'x', token: 'sk-token' },
        { type: 'challenge_signed', call: 6, signature: '0xabc' },
      ]),
    ).toEqual([
      { type: 'password_changed', value: 'redacted' },
      { type: 'x', password: 'redacted' },
      { type: 'x', newPassword: 'redacted' },
      { type: 'strength_checked', password: { text: 'redacted' } },
      { type: 'x', token: 'redacted' },
      { type: 'challenge_signed', call: 6, signature: 'redacted' },
    ])
  })
})
