import type { ReactElement } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { FlowWidget } from '../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../widget/widget-definition.ts'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import type { GetConsentManifest } from './consent/consent-manifest.ts'
import { ConsentView } from './consent.view.tsx'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type { IdentityProviderEvent, IdentityProviderState, Landing } from './identity-provider.model.ts'
import { DeniedView, ErrorView, LoadingView, SuccessView } from './identity-provider.views.tsx'
import { createIdentityProviderActor } from './identity-provider-actor.ts'
import { LogoutView } from './logout.view.tsx'
import { readLanding } from './read-landing.ts'

interface IdentityProviderStart {
  readonly config: IdentityProviderConfig
  readonly landing: Landing
  /** A function, because a host page may pass another callback at any time. */
  readonly getManifest: () => GetConsentManifest | undefined
}

export const identityProvider: WidgetDefinition<IdentityProviderStart, IdentityProviderState, IdentityProviderEvent> = {
  createActor: ({ config: { loginURL }, landing, getManifest }, deps) =>
    createIdentityProviderActor(landing, { ...deps, getManifest, loginURL }),
  views: {
    idp_loading: LoadingView,
    idp_consent: ConsentView,
    idp_logout: LogoutView,
    idp_denied: DeniedView,
    idp_success: SuccessView,
    error: ErrorView,
  },
}

export interface IdentityProviderWidgetProps extends ResolvedProps {
  readonly config: IdentityProviderConfig
  readonly getManifest: GetConsentManifest | undefined
}

/** The lazily loaded widget. */
export function IdentityProviderWidget({ config, getManifest, ...props }: IdentityProviderWidgetProps): ReactElement {
  const latest = useRef(getManifest)
  useLayoutEffect(() => {
    latest.current = getManifest
  })
  // The page was opened for one request, even if its URL changes later.
  const [start] = useState(() => ({
    config,
    landing: readLanding(props.client),
    getManifest: () => latest.current,
  }))
  return <FlowWidget {...props} definition={identityProvider} start={start} />
}
