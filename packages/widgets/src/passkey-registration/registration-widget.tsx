import type { ReactElement } from 'react'
import { FlowWidget } from '../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../widget/widget-definition.ts'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import { NoUserView } from './no-user.view.tsx'
import type { PasskeyRegistrationConfig } from './passkey-registration.config.ts'
import type { RegistrationEvent, RegistrationState } from './passkey-registration.flow.ts'
import { createRegistrationActor } from './passkey-registration-actor.ts'
import { RegistrationStartView } from './registration-start.view.tsx'
import { RegistrationSuccessView } from './registration-success.view.tsx'

interface RegistrationStart {
  readonly config: PasskeyRegistrationConfig
}

export type RegistrationWidgetProps = ResolvedProps & RegistrationStart

export const passkeyRegistration: WidgetDefinition<RegistrationStart, RegistrationState, RegistrationEvent> = {
  createActor: ({ config }, deps) =>
    createRegistrationActor({ ...deps, sessionDurationMinutes: config.sessionOptions?.sessionDurationMinutes }),
  views: {
    passkey_registration_start: RegistrationStartView,
    passkey_registration_success: RegistrationSuccessView,
    error: NoUserView,
  },
}

/** The lazily loaded widget. */
export function RegistrationWidget({ config, ...props }: RegistrationWidgetProps): ReactElement {
  return <FlowWidget {...props} definition={passkeyRegistration} start={{ config }} />
}
