import type { ReactElement } from 'react'
import { LazyWidget } from '../widget/lazy-widget.tsx'
import { reserveFor, shellFor } from '../widget/reserved-height.tsx'
import type { WidgetProps } from '../widget/widget-root.tsx'
import { WidgetRoot } from '../widget/widget-root.tsx'
import type { GetConsentManifest } from './consent/consent-manifest.ts'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type { IdentityProviderWidgetProps } from './identity-provider-widget.tsx'

export interface IdentityProviderProps extends WidgetProps {
  /** A different configuration restarts the widget. An equal one does not, even if it is another object. */
  readonly config?: IdentityProviderConfig
  /** Returns your own text for the requested scopes. May be asynchronous. */
  readonly getIDPConsentManifest?: GetConsentManifest
}

/**
 * The identity-provider widget, for the project's consent page: users allow other applications to sign them in, or log
 * out at their request. It reads the request from the page's URL.
 *
 * @example
 * <IdentityProvider client={client} callbacks={{ onError: () => location.assign('/login') }} />
 */
export function IdentityProvider({ config, getIDPConsentManifest, ...props }: IdentityProviderProps): ReactElement {
  return (
    <WidgetRoot {...props} {...shellFor('consent', props.styles)}>
      {(resolved) => (
        <LazyWidget
          key={JSON.stringify(config)}
          load={load}
          {...reserveFor('consent')}
          props={{ ...resolved, config: config ?? {}, getManifest: getIDPConsentManifest }}
        />
      )}
    </WidgetRoot>
  )
}

async function load(): Promise<(props: IdentityProviderWidgetProps) => ReactElement> {
  return (await import('./identity-provider-widget.tsx')).IdentityProviderWidget
}
