import type { ReactElement } from 'react'
import { useState } from 'react'
import type { WidgetProps } from '../widget/hosted.tsx'
import { Hosted } from '../widget/hosted.tsx'
import type { LoginConfig } from './login.config.ts'
import { LoginShell } from './login-shell.tsx'
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
    // The stand-alone build has no shell: servers do not render it.
    <Hosted {...props} shell={LoginShell && <LoginShell config={config ?? {}} styles={props.styles ?? {}} />}>
      {(hosted) => (
        // Whoever writes no types may well say null for nothing.
        <LoginWidget key={JSON.stringify(config ?? {})} {...hosted} config={config ?? {}} completions={completions} />
      )}
    </Hosted>
  )
}
