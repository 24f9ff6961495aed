import type { RegistrationEvent, RegistrationScreen, RegistrationStateOf } from './passkey-registration.flow.ts'

/** The props of a screen's view. It sends events and calls nothing. */
export interface RegistrationViewProps<Name extends RegistrationScreen> {
  readonly state: RegistrationStateOf<Name>
  readonly send: (event: RegistrationEvent) => void
}
