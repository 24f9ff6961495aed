import type { ResetPasswordProps } from '@latchkey/widgets'
import { ResetPassword } from '@latchkey/widgets'
import { loadAttributes } from './consumer-attributes.ts'
import { WidgetElement } from './widget-element.tsx'

/**
 * The reset-password widget as a custom element, for the page that the reset link leads to.
 *
 * @example
 * import '@latchkey/elements/define'
 *
 * const reset = document.createElement('latchkey-reset-password')
 * reset.client = client
 * document.body.append(reset)
 */
export class LatchkeyResetPassword extends WidgetElement<ResetPasswordProps> {
  declare config: ResetPasswordProps['config']
  declare passwordResetToken: ResetPasswordProps['passwordResetToken']

  static {
    LatchkeyResetPassword.shows(LatchkeyResetPassword.prototype, ResetPassword, loadAttributes, 'passwordResetToken')
  }
}
