import type { LoginProps } from '@latchkey/widgets'
import { Login } from '@latchkey/widgets'
import { loadAttributes } from './consumer-attributes.ts'
import { WidgetElement } from './widget-element.tsx'

/**
 * The login widget as a custom element.
 *
 * @example
 * <latchkey-login public-token="public-token-test-…" api="http://localhost:4000" products="otp" otp-methods="email">
 * </latchkey-login>
 *
 * @example
 * import '@latchkey/elements/define'
 *
 * const login = document.createElement('latchkey-login')
 * login.client = client
 * login.addEventListener('latchkey-event', ({ detail }) => console.log(detail.type, detail.data))
 * document.body.append(login)
 */
export class LatchkeyLogin extends WidgetElement<LoginProps> {
  declare config: LoginProps['config']

  static {
    LatchkeyLogin.shows(LatchkeyLogin.prototype, Login, loadAttributes)
  }
}
