import type { IdentityProviderProps } from '@latchkey/widgets'
import { IdentityProvider } from '@latchkey/widgets'
import { loadAttributes } from './consumer-attributes.ts'
import { WidgetElement } from './widget-element.tsx'

/**
 * The identity-provider widget as a custom element, for the page that asks for consent.
 *
 * @example
 * import '@latchkey/elements/define'
 *
 * const consent = document.createElement('latchkey-identity-provider')
 * consent.client = client
 * document.body.append(consent)
 */
export class LatchkeyIdentityProvider extends WidgetElement<IdentityProviderProps> {
  declare config: IdentityProviderProps['config']
  declare getIDPConsentManifest: IdentityProviderProps['getIDPConsentManifest']

  static {
    LatchkeyIdentityProvider.shows(
      LatchkeyIdentityProvider.prototype,
      IdentityProvider,
      loadAttributes,
      'getIDPConsentManifest',
    )
  }
}
