import type { ReactElement } from 'react'
import { LazyWidget } from '../widget/lazy-widget.tsx'
import { reserveFor, shellFor } from '../widget/reserved-height.tsx'
import type { WidgetProps } from '../widget/widget-root.tsx'
import { WidgetRoot } from '../widget/widget-root.tsx'
import type { GetConsentManifest } from './consent-manifest.ts'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type { IdentityProviderWidgetProps } from './identity-provider-widget.tsx'

export interface IdentityProviderProps extends WidgetProps {
  /** Another configuration starts the widget anew; an equal one does not, even if it is another object. */
  readonly config?: IdentityProviderConfig
  /** What people are asked for, in words of your own. May be asynchronous. */
  readonly getIDPConsentManifest?: GetConsentManifest
}

/**
 * Lets other applications in, and logs out for them: the page that it stands on is the project's consent page. What is
 * wanted stands in the page's address.
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
