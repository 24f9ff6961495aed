import type { Client } from '@latchkey/client'
import { useProvidedClient } from '@latchkey/react/internal'
import type { ReactElement } from 'react'
import { useSyncExternalStore } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { Guarded } from '../ui/guarded.tsx'

/** What every widget may be given. */
export interface WidgetProps {
  /** The one of the `LatchkeyProvider` above, where none is given. `null` where there is none yet. */
  readonly client?: Client | null
  readonly styles?: StyleConfig
  readonly callbacks?: Callbacks
  readonly strings?: Strings
}

/** The same with every gap filled: whoever writes no types may well say null for nothing. */
export interface HostedProps {
  readonly client: Client
  readonly styles: StyleConfig
  readonly callbacks: Callbacks
  readonly strings: Strings
}

interface Hosting extends WidgetProps {
  readonly children: (props: HostedProps) => ReactElement
}

/** A widget's place in a host application: empty until there is a browser and a client, and what throws stays in it. */
export function Hosted(props: Hosting): ReactElement {
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

function InBrowser({ children, styles, callbacks, strings, ...props }: Hosting): ReactElement {
  const client = useProvidedClient(props.client)
  if (!client) return <Shell />
  return children({ client, styles: styles ?? {}, callbacks: callbacks ?? {}, strings: strings ?? {} })
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
