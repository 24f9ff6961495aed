import type { IdentityProviderProps } from '@latchkey/widgets'
import { IdentityProvider } from '@latchkey/widgets'
import type { ReactElement } from 'react'
import { WidgetElement } from './widget-element.ts'

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
  protected get own(): readonly ['config', 'getIDPConsentManifest'] {
    return ['config', 'getIDPConsentManifest']
  }

  get config(): IdentityProviderProps['config'] {
    return this.read('config')
  }
  set config(config: IdentityProviderProps['config']) {
    this.assign({ config })
  }

  get getIDPConsentManifest(): IdentityProviderProps['getIDPConsentManifest'] {
    return this.read('getIDPConsentManifest')
  }
  set getIDPConsentManifest(getIDPConsentManifest: IdentityProviderProps['getIDPConsentManifest']) {
    this.assign({ getIDPConsentManifest })
  }

  protected draw(props: IdentityProviderProps): ReactElement {
    return <IdentityProvider {...props} />
  }
}
