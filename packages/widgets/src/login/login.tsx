import type { Client } from '@latchkey/client'
import { useProvidedClient } from '@latchkey/react/internal'
import type { ReactElement } from 'react'
import { useState, useSyncExternalStore } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { Guarded } from '../ui/guarded.tsx'
import type { LoginConfig } from './login.config.ts'
import { LoginWidget } from './login-widget.tsx'

export interface LoginProps {
  /** The one of the `LatchkeyProvider` above, where none is given. `null` where there is none yet. */
  readonly client?: Client | null
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
  if (!isBrowser) return <Shell />
  return (
    <Guarded
      styles={props.styles ?? {}}
      strings={props.strings ?? {}}
      onError={(error) => tell(error, props.callbacks?.onError)}
    >
      <InBrowser {...props} />
    </Guarded>
  )
}

function InBrowser(props: LoginProps): ReactElement {
  const client = useProvidedClient(props.client)
  const [completions] = useState({ count: 0 })
  if (!client) return <Shell />
  // Whoever writes no types may well say null for nothing.
  const config = props.config ?? {}
  return (
    <LoginWidget
      key={JSON.stringify(config)}
      client={client}
      config={config}
      styles={props.styles ?? {}}
      callbacks={props.callbacks ?? {}}
      strings={props.strings ?? {}}
      completions={completions}
    />
  )
}

function Shell(): ReactElement {
  return <div className="latchkey" />
}

/** In a turn of its own: whatever the host page does in it, the widget has moved on. Who does not listen reads it. */
function tell(error: Error, onError: Callbacks['onError']): void {
  queueMicrotask(() => {
    if (!onError) throw error
    onError(error)
  })
}

function neverChanges(): () => void {
  return () => undefined
}

function hasDocument(): boolean {
  return typeof document !== 'undefined'
}
