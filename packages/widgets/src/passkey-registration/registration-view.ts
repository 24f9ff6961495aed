import type { WidgetViewProps } from '../widget/widget-definition.ts'
import type { PasskeyRegistrationConfig } from './passkey-registration.config.ts'
import type { RegistrationEvent, RegistrationScreen, RegistrationStateOf } from './passkey-registration.flow.ts'

export type RegistrationViewProps<Name extends RegistrationScreen> = WidgetViewProps<
  RegistrationStateOf<Name>,
  RegistrationEvent,
  PasskeyRegistrationConfig
>
