import type { B2bLoginProps } from '@latchkey/widgets/b2b'
import { B2bLogin } from '@latchkey/widgets/b2b'
import { WidgetElement } from './widget-element.tsx'

/**
 * The login widget of a business project as a custom element.
 *
 * @example
 * <latchkey-b2b-login public-token="public-token-test-…" api="http://localhost:4000" products="emailMagicLinks sso">
 * </latchkey-b2b-login>
 *
 * @example
 * import '@latchkey/elements/b2b/define'
 *
 * const login = document.createElement('latchkey-b2b-login')
 * login.client = client
 * login.config = { authFlowType: 'Discovery', products: ['emailMagicLinks', 'sso'] }
 * document.body.append(login)
 */
export class LatchkeyB2bLogin extends WidgetElement<B2bLoginProps> {
  static override observedAttributes: string[] = [
    'public-token',
    'api',
    'config',
    'theme',
    'color-scheme',
    'locale',
    'products',
    'oauth-providers',
    'auth-flow-type',
    'organization-slug',
    'session',
  ]

  declare config: B2bLoginProps['config']

  static {
    LatchkeyB2bLogin.shows(LatchkeyB2bLogin.prototype, B2bLogin, () => import('./b2b-attributes.ts'))
  }
}
