import { clockOf } from '@latchkey/client/internal'
import type { ReactElement } from 'react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { selectSnapshot } from '../widget/select-snapshot.ts'
import { useLatestProps } from '../widget/use-latest-props.ts'
import { useWidgetActor } from '../widget/use-widget-actor.ts'
import type { WidgetLayoutProps } from '../widget/widget-layout.tsx'
import { WidgetLayout } from '../widget/widget-layout.tsx'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import { createWidgetRuntime } from '../widget/widget-runtime.ts'
import type { GetConsentManifest } from './consent/consent-manifest.ts'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type { IdentityProviderEvent, IdentityProviderState } from './identity-provider.model.ts'
import { identityProviderViews } from './identity-provider.views.tsx'
import { createIdentityProviderActor } from './identity-provider-actor.ts'
import type { IdentityProviderViewProps } from './identity-provider-view.ts'
import { readLanding } from './read-landing.ts'

export interface IdentityProviderWidgetProps extends ResolvedProps {
  readonly config: IdentityProviderConfig
  readonly getManifest: GetConsentManifest | undefined
}

/** The lazily loaded widget. */
export function IdentityProviderWidget(props: IdentityProviderWidgetProps): ReactElement {
  const { client, styles, strings } = props
  const { loginURL } = props.config
  const latest = useLatestProps(props)
  // The page was opened for one request, even if its URL changes later.
  const [landing] = useState(() => readLanding(client))
  const given = useRef(props.getManifest)
  useLayoutEffect(() => {
    given.current = props.getManifest
  })
  const widget = useMemo(() => {
    const { callbacks } = latest
    const deps = { client, clock: clockOf(client), callbacks, getManifest: () => given.current, loginURL }
    const actor = createIdentityProviderActor(landing, deps)
    return { actor, runtime: createWidgetRuntime(client, latest.strings), get: selectSnapshot(actor) }
  }, [client, landing, latest, loginURL])
  const { state, screenChanges } = useWidgetActor(widget)
  const { actor, runtime } = widget
  return (
    <IdentityProviderLayout
      {...{ client, styles, strings, runtime, state, screenChanges }}
      canLogIn={Boolean(loginURL)}
      send={actor.send}
      onError={latest.onError}
    />
  )
}

export interface IdentityProviderLayoutProps
  extends Omit<WidgetLayoutProps, 'screen' | 'status' | 'onBack' | 'children'> {
  readonly state: IdentityProviderState
  readonly send: (event: IdentityProviderEvent) => void
  readonly canLogIn?: boolean
}

/** Renders a state, whether or not a flow is running. */
export function IdentityProviderLayout({
  state,
  send,
  canLogIn = false,
  ...around
}: IdentityProviderLayoutProps): ReactElement {
  const View = identityProviderViews[state.screen] as (
    props: IdentityProviderViewProps<typeof state.screen>,
  ) => ReactElement
  return (
    <WidgetLayout {...around} screen={state.screen} status={state.status}>
      {() => <View state={state} send={send} styles={around.styles} canLogIn={canLogIn} />}
    </WidgetLayout>
  )
}
