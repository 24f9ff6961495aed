import type { ReactElement } from 'react'
import { useState } from 'react'
import type { LoginConfig } from '../config/login.config.ts'
import type { WidgetProps } from '../widget/widget-root.tsx'
import { WidgetRoot } from '../widget/widget-root.tsx'
import { loginShellFor } from './login-shell.tsx'
import { LoginWidget } from './login-widget.tsx'

export interface LoginProps extends WidgetProps {
  /** A different configuration restarts the widget. An equal one does not, even if it is another object. */
  readonly config?: LoginConfig
}

/**
 * The login widget: sign-up and sign-in. It needs no style sheet on the page.
 *
 * @example
 * <Login
 *   client={client}
 *   config={{ products: ['otp'], otpOptions: { methods: ['email'] } }}
 *   callbacks={{ onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') } }}
 * />
 */
export function Login({ config, ...props }: LoginProps): ReactElement {
  const [completions] = useState({ count: 0 })
  return (
    <WidgetRoot {...props} {...loginShellFor(config, props.styles)}>
      {(resolved) => (
        // Code without types may pass null.
        <LoginWidget key={JSON.stringify(config ?? {})} {...resolved} config={config ?? {}} completions={completions} />
      )}
    </WidgetRoot>
  )
}
