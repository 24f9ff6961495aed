import type { PasskeyRegistrationProps } from '@latchkey/widgets'
import { PasskeyRegistration } from '@latchkey/widgets'
import { loadAttributes } from './consumer-attributes.ts'
import { WidgetElement } from './widget-element.tsx'

/**
 * Passkey registration as a custom element, for the signed-in user.
 *
 * @example
 * import '@latchkey/elements/define'
 *
 * const passkeys = document.createElement('latchkey-passkey-registration')
 * passkeys.client = client
 * document.body.append(passkeys)
 */
export class LatchkeyPasskeyRegistration extends WidgetElement<PasskeyRegistrationProps> {
  declare config: PasskeyRegistrationProps['config']

  static {
    LatchkeyPasskeyRegistration.shows(LatchkeyPasskeyRegistration.prototype, PasskeyRegistration, loadAttributes)
  }
}
