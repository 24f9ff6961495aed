import { clockOf } from '@latchkey/react/internal'
import type { ReactElement } from 'react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createExtras } from '../widget/extras.ts'
import type { HostedProps } from '../widget/hosted.tsx'
import type { SceneProps } from '../widget/scene.tsx'
import { Scene } from '../widget/scene.tsx'
import { shownBy } from '../widget/shown-by.ts'
import { useLive } from '../widget/use-live.ts'
import { useWork } from '../widget/use-work.ts'
import type { GetConsentManifest } from './consent-manifest.ts'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type { IdentityProviderEvent, IdentityProviderState } from './identity-provider.model.ts'
import { identityProviderViews } from './identity-provider.views.tsx'
import { createIdentityProviderActor } from './identity-provider-actor.ts'
import type { IdentityProviderViewProps } from './identity-provider-view.ts'
import { readLanding } from './read-landing.ts'

export interface IdentityProviderWidgetProps extends HostedProps {
  readonly config: IdentityProviderConfig
  readonly getManifest: GetConsentManifest | undefined
}

/** All of the widget: it is loaded as a whole. */
export function IdentityProviderWidget(props: IdentityProviderWidgetProps): ReactElement {
  const { client, styles, strings } = props
  const { loginURL } = props.config
  const live = useLive(props)
  // The page was opened for one request, whatever happens to its address later.
  const [landing] = useState(() => readLanding(client))
  const given = useRef(props.getManifest)
  useLayoutEffect(() => {
    given.current = props.getManifest
  })
  const work = useMemo(() => {
    const { callbacks } = live
    const deps = { client, clock: clockOf(client), callbacks, getManifest: () => given.current, loginURL }
    const actor = createIdentityProviderActor(landing, deps)
    return { actor, extras: createExtras(client, live.strings), get: shownBy(actor) }
  }, [client, landing, live, loginURL])
  const { state, moves } = useWork(work)
  const { actor, extras } = work
  return (
    <IdentityProviderScene
      {...{ client, styles, strings, extras, state, moves }}
      canLogIn={Boolean(loginURL)}
      send={actor.send}
      onError={live.onError}
    />
  )
}

export interface IdentityProviderSceneProps extends Omit<SceneProps, 'screen' | 'status' | 'onBack' | 'children'> {
  readonly state: IdentityProviderState
  readonly send: (event: IdentityProviderEvent) => void
  readonly canLogIn?: boolean
}

/** Renders a state, whether or not a flow is running. */
export function IdentityProviderScene({
  state,
  send,
  canLogIn = false,
  ...around
}: IdentityProviderSceneProps): ReactElement {
  const View = identityProviderViews[state.screen] as (
    props: IdentityProviderViewProps<typeof state.screen>,
  ) => ReactElement
  return (
    <Scene {...around} screen={state.screen} status={state.status}>
      {() => <View state={state} send={send} styles={around.styles} canLogIn={canLogIn} />}
    </Scene>
  )
}
