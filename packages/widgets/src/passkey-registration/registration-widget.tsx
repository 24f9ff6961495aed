import type { ReactElement } from 'react'
import { useMemo, useState } from 'react'
import { selectSnapshot } from '../widget/select-snapshot.ts'
import { useLatestProps } from '../widget/use-latest-props.ts'
import { useWidgetActor } from '../widget/use-widget-actor.ts'
import type { WidgetLayoutProps } from '../widget/widget-layout.tsx'
import { WidgetLayout } from '../widget/widget-layout.tsx'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import { createWidgetRuntime } from '../widget/widget-runtime.ts'
import { NoUserView } from './no-user.view.tsx'
import type { PasskeyRegistrationConfig } from './passkey-registration.config.ts'
import type { RegistrationEvent, RegistrationState } from './passkey-registration.flow.ts'
import { createRegistrationActor } from './passkey-registration-actor.ts'
import { RegistrationStartView } from './registration-start.view.tsx'
import { RegistrationSuccessView } from './registration-success.view.tsx'

export interface RegistrationWidgetProps extends ResolvedProps {
  readonly config: PasskeyRegistrationConfig
}

/** The lazily loaded widget. */
export function RegistrationWidget(props: RegistrationWidgetProps): ReactElement {
  const { client, styles, strings } = props
  // A changed configuration creates another widget.
  const [config] = useState(props.config)
  const latest = useLatestProps(props)
  const widget = useMemo(() => {
    const { sessionDurationMinutes } = config.sessionOptions ?? {}
    const actor = createRegistrationActor({ client, sessionDurationMinutes, callbacks: latest.callbacks })
    return { actor, runtime: createWidgetRuntime(client, latest.strings), get: selectSnapshot(actor) }
  }, [client, config, latest])
  const { state, screenChanges } = useWidgetActor(widget)
  const { actor, runtime } = widget
  return (
    <RegistrationLayout
      {...{ client, styles, strings, runtime, state, screenChanges }}
      send={actor.send}
      onError={latest.onError}
    />
  )
}

export interface RegistrationLayoutProps extends Omit<WidgetLayoutProps, 'screen' | 'status' | 'onBack' | 'children'> {
  readonly state: RegistrationState
  readonly send: (event: RegistrationEvent) => void
}

/** Renders a state, whether or not a flow is running. */
export function RegistrationLayout({ state, send, ...around }: RegistrationLayoutProps): ReactElement {
  return (
    <WidgetLayout {...around} screen={state.screen} status={state.status}>
      {() => <RegistrationScreenView state={state} send={send} styles={around.styles} />}
    </WidgetLayout>
  )
}

type ScreenViewProps = Pick<RegistrationLayoutProps, 'state' | 'send' | 'styles'>

function RegistrationScreenView({ state, send, styles }: ScreenViewProps): ReactElement {
  switch (state.screen) {
    case 'passkey_registration_start':
      return <RegistrationStartView state={state} send={send} styles={styles} />
    case 'passkey_registration_success':
      return <RegistrationSuccessView state={state} send={send} />
    case 'error':
      return <NoUserView state={state} send={send} />
    default:
      return state satisfies never
  }
}
