import type { FlowMap } from '../flow/explore.suite.ts'
import { mapFlow } from '../flow/explore.suite.ts'
import type { RegistrationEvent, RegistrationState } from './passkey-registration.flow.ts'
import { registrationFlow, startRegistration } from './passkey-registration.flow.ts'
import { busy, laptop, phone, refused, transitions, unanswered } from './registration-transitions.suite.ts'

/** Where the user is, in words. */
export function situationOf({ screen, status }: RegistrationState): string {
  return `${screen}/${status}`
}

/** Call numbers only grow: a response is to the newest call, or it is ignored. */
function keyOf(state: RegistrationState): string {
  return JSON.stringify({ ...state, calls: 0, isFirst: state.calls === 1 })
}

function eventsIn({ calls }: RegistrationState): RegistrationEvent[] {
  const ids = [laptop.webauthn_registration_id, phone.webauthn_registration_id, 'unknown']
  const lists = [[], [laptop], [laptop, phone]]
  return [
    { type: 'retry_clicked' },
    { type: 'create_clicked' },
    { type: 'skip_clicked' },
    ...ids.flatMap((id): RegistrationEvent[] => [
      { type: 'rename_clicked', id },
      { type: 'delete_clicked', id },
      { type: 'delete_answered', id },
    ]),
    ...[' ', 'Laptop', 'Desk'].map((value) => ({ type: 'name_changed', value }) as const),
    { type: 'rename_submitted' },
    { type: 'rename_canceled' },
    { type: 'delete_canceled' },
    { type: 'delete_confirmed' },
    { type: 'another_clicked' },
    { type: 'done_clicked' },
    ...[null, ...lists].map((passkeys) => ({ type: 'user_changed', passkeys }) as const),
    ...[1, calls - 1, calls, calls + 1].flatMap((call): RegistrationEvent[] => [
      ...lists.map((passkeys) => ({ type: 'user_loaded', call, passkeys }) as const),
      ...[refused, busy, unanswered].map((failure) => ({ type: 'user_not_loaded', call, failure }) as const),
      { type: 'passkey_created', call, id: 'passkey-2', passkeys: [laptop, phone] },
      { type: 'passkey_not_created', call, failure: 'duplicate' },
      { type: 'passkey_renamed', call, id: 'passkey-1', name: 'Desk' },
      { type: 'passkey_not_renamed', call },
    ]),
  ]
}

/** Compares the reachable transitions of passkey registration with the tested ones. */
export function mapRegistration(): FlowMap {
  const firsts = [null, [], [laptop]].map((passkeys) => startRegistration(passkeys)).map(({ state }) => state)
  const goals = ['passkey_registration_success/listing']
  return mapFlow(registrationFlow, firsts, { eventsIn, keyOf, situationOf }, transitions, goals)
}
