import type { LoginProps } from '@latchkey/widgets'
import { Login } from '@latchkey/widgets'
import type { ReactElement } from 'react'
import { WidgetElement } from './widget-element.ts'

/**
 * The login widget as a custom element.
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
  protected get own(): readonly ['config'] {
    return ['config']
  }

  get config(): LoginProps['config'] {
    return this.read('config')
  }
  set config(config: LoginProps['config']) {
    this.assign({ config })
  }

  protected draw(props: LoginProps): ReactElement {
    return <Login {...props} />
  }
}
