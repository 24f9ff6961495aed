import type { Client } from '@latchkey/client'
import { useClient } from '@latchkey/react'
import type { ReactElement } from 'react'
import { useSyncExternalStore } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import type { LoginConfig } from './login.config.ts'
import { LoginWidget } from './login-widget.tsx'

export interface LoginProps {
  /** The one of the `LatchkeyProvider` above, where none is given. */
  readonly client?: Client
  /** Another configuration starts the widget anew; an equal one does not, even if it is another object. */
  readonly config?: LoginConfig
  readonly styles?: StyleConfig
  readonly callbacks?: Callbacks
  readonly strings?: Strings
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
export function Login(props: LoginProps): ReactElement {
  // A server renders an empty shell, and so does a browser before it has hydrated.
  const isBrowser = useSyncExternalStore(neverChanges, hasDocument, () => false)
  return isBrowser ? <InBrowser {...props} /> : <div className="latchkey" />
}

function InBrowser(props: LoginProps): ReactElement {
  // Whoever writes no types may well say null for nothing.
  const config = props.config ?? {}
  return (
    <LoginWidget
      key={JSON.stringify(config)}
      client={useClient(props.client)}
      config={config}
      styles={props.styles ?? {}}
      callbacks={props.callbacks ?? {}}
      strings={props.strings ?? {}}
    />
  )
}

function neverChanges(): () => void {
  return () => undefined
}

function hasDocument(): boolean {
  return typeof document !== 'undefined'
}
