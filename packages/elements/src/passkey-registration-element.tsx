import type { PasskeyRegistrationProps } from '@latchkey/widgets'
import { PasskeyRegistration } from '@latchkey/widgets'
import type { ReactElement } from 'react'
import { WidgetElement } from './widget-element.ts'

/**
 * Passkey registration as a custom element, for whoever is signed in.
 *
 * @example
 * import '@latchkey/elements/define'
 *
 * const passkeys = document.createElement('latchkey-passkey-registration')
 * passkeys.client = client
 * document.body.append(passkeys)
 */
export class LatchkeyPasskeyRegistration extends WidgetElement<PasskeyRegistrationProps> {
  protected get own(): readonly ['config'] {
    return ['config']
  }

  get config(): PasskeyRegistrationProps['config'] {
    return this.read('config')
  }
  set config(config: PasskeyRegistrationProps['config']) {
    this.assign({ config })
  }

  protected draw(props: PasskeyRegistrationProps): ReactElement {
    return <PasskeyRegistration {...props} />
  }
}
