import type { ResetPasswordProps } from '@latchkey/widgets'
import { ResetPassword } from '@latchkey/widgets'
import type { ReactElement } from 'react'
import { WidgetElement } from './widget-element.ts'

/**
 * The reset-password widget as a custom element, for the page that the mailed link leads to.
 *
 * @example
 * import '@latchkey/elements/define'
 *
 * const reset = document.createElement('latchkey-reset-password')
 * reset.client = client
 * document.body.append(reset)
 */
export class LatchkeyResetPassword extends WidgetElement<ResetPasswordProps> {
  protected get own(): readonly ['config', 'passwordResetToken'] {
    return ['config', 'passwordResetToken']
  }

  get config(): ResetPasswordProps['config'] {
    return this.read('config')
  }
  set config(config: ResetPasswordProps['config']) {
    this.assign({ config })
  }

  get passwordResetToken(): ResetPasswordProps['passwordResetToken'] {
    return this.read('passwordResetToken')
  }
  set passwordResetToken(passwordResetToken: ResetPasswordProps['passwordResetToken']) {
    this.assign({ passwordResetToken })
  }

  protected draw(props: ResetPasswordProps): ReactElement {
    return <ResetPassword {...props} />
  }
}
