import type { ReactElement } from 'react'
import { useState } from 'react'
import type { WidgetProps } from '../widget/hosted.tsx'
import { Hosted } from '../widget/hosted.tsx'
import type { LoginConfig } from './login.config.ts'
import { loginShellFor } from './login-shell.tsx'
import { LoginWidget } from './login-widget.tsx'

export interface LoginProps extends WidgetProps {
  /** Another configuration starts the widget anew; an equal one does not, even if it is another object. */
  readonly config?: LoginConfig
}

/**
 * Sign-up and log-in. It needs no style sheet on the page.
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
    <Hosted {...props} {...loginShellFor(config, props.styles)}>
      {(hosted) => (
        // Whoever writes no types may well say null for nothing.
        <LoginWidget key={JSON.stringify(config ?? {})} {...hosted} config={config ?? {}} completions={completions} />
      )}
    </Hosted>
  )
}
