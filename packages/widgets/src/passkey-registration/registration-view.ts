import type { RegistrationEvent, RegistrationScreen, RegistrationStateOf } from './passkey-registration.flow.ts'

/** What the view of a screen is given: props in, events out. */
export interface RegistrationViewProps<Name extends RegistrationScreen> {
  readonly state: RegistrationStateOf<Name>
  readonly send: (event: RegistrationEvent) => void
}
