import type { Client } from '@latchkey/client'
import type { AnyClient } from '@latchkey/client/internal'
import { useMissingClient, useProvidedClient } from '@latchkey/react/internal'
import type { ReactElement } from 'react'
import { useSyncExternalStore } from 'react'
import type { Callbacks } from '../flow/callbacks.ts'
import type { Strings } from '../strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { noopSubscribe } from './noop-subscribe.ts'
import { useRestoredDocument } from './restore-document.ts'
import { WidgetErrorBoundary } from './widget-error-boundary.tsx'

/** The props that all widgets have. */
export interface WidgetProps<Of extends AnyClient = Client> {
  /** Defaults to the client of the `LatchkeyProvider` above. `null` if it does not exist yet. */
  readonly client?: Of | null
  readonly styles?: StyleConfig
  readonly callbacks?: Callbacks
  readonly strings?: Strings
}

/** The props with defaults. Code without types may pass null for any of them. */
export interface ResolvedProps<Of extends AnyClient = Client> {
  readonly client: Of
  readonly styles: StyleConfig
  readonly callbacks: Callbacks
  readonly strings: Strings
}

interface WidgetRootProps<Of extends AnyClient> extends WidgetProps<Of> {
  /** Rendered on servers and until there is a client. Defaults to an empty element. */
  readonly shell?: ReactElement | undefined
  readonly children: (props: ResolvedProps<Of>) => ReactElement
}

/** Renders a widget in the browser once there is a client, inside an error boundary. */
export function WidgetRoot<Of extends AnyClient = Client>(props: WidgetRootProps<Of>): ReactElement {
  // The same on a server and in a browser that hydrates.
  const isBrowser = useSyncExternalStore(noopSubscribe, hasDocument, () => false)
  useRestoredDocument()
  const shell = props.shell ?? <div className="latchkey" />
  if (!isBrowser) return shell
  const common = { styles: props.styles ?? {}, callbacks: props.callbacks ?? {}, strings: props.strings ?? {} }
  return (
    <WidgetErrorBoundary {...common}>
      <WidgetInBrowser {...props} {...common} shell={shell} />
    </WidgetErrorBoundary>
  )
}

function WidgetInBrowser<Of extends AnyClient>(
  props: WidgetRootProps<Of> & Omit<ResolvedProps, 'client'>,
): ReactElement {
  const { children, client: given, shell, ...common } = props
  const client = useProvidedClient(given)
  const problem = useMissingClient(client)
  if (!client) return problem ? <div className="latchkey">{problem}</div> : (shell as ReactElement)
  return children({ client, ...common })
}

function hasDocument(): boolean {
  return typeof document !== 'undefined'
}
