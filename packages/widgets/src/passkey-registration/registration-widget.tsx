import type { ReactElement } from 'react'
import { useMemo, useState } from 'react'
import { createExtras } from '../widget/extras.ts'
import type { HostedProps } from '../widget/hosted.tsx'
import type { SceneProps } from '../widget/scene.tsx'
import { Scene } from '../widget/scene.tsx'
import { shownBy } from '../widget/shown-by.ts'
import { useLive } from '../widget/use-live.ts'
import { useWork } from '../widget/use-work.ts'
import { NoUserView } from './no-user.view.tsx'
import type { PasskeyRegistrationConfig } from './passkey-registration.config.ts'
import type { RegistrationEvent, RegistrationState } from './passkey-registration.flow.ts'
import { createRegistrationActor } from './passkey-registration-actor.ts'
import { RegistrationStartView } from './registration-start.view.tsx'
import { RegistrationSuccessView } from './registration-success.view.tsx'

export interface RegistrationWidgetProps extends HostedProps {
  readonly config: PasskeyRegistrationConfig
}

/** All of the widget: it is loaded as a whole. */
export function RegistrationWidget(props: RegistrationWidgetProps): ReactElement {
  const { client, styles, strings } = props
  // Another configuration is another widget: this one stays with its own.
  const [config] = useState(props.config)
  const live = useLive(props)
  const work = useMemo(() => {
    const { sessionDurationMinutes } = config.sessionOptions ?? {}
    const actor = createRegistrationActor({ client, sessionDurationMinutes, callbacks: live.callbacks })
    return { actor, extras: createExtras(client, live.strings), get: shownBy(actor) }
  }, [client, config, live])
  const { state, moves } = useWork(work)
  const { actor, extras } = work
  return (
    <RegistrationScene
      {...{ client, styles, strings, extras, state, moves }}
      send={actor.send}
      onError={live.onError}
    />
  )
}

export interface RegistrationSceneProps extends Omit<SceneProps, 'screen' | 'status' | 'onBack' | 'children'> {
  readonly state: RegistrationState
  readonly send: (event: RegistrationEvent) => void
}

/** Draws a state, be the flow at work or not. */
export function RegistrationScene({ state, send, ...around }: RegistrationSceneProps): ReactElement {
  return (
    <Scene {...around} screen={state.screen} status={state.status}>
      {() => <RegistrationScreenView state={state} send={send} styles={around.styles} />}
    </Scene>
  )
}

type ScreenViewProps = Pick<RegistrationSceneProps, 'state' | 'send' | 'styles'>

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
