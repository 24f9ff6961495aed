import type { Client } from '@latchkey/client'
import { useMissingClient, useProvidedClient } from '@latchkey/react/internal'
import type { ReactElement } from 'react'
import { useSyncExternalStore } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { WidgetErrorBoundary } from '../ui/widget-error-boundary.tsx'
import { noopSubscribe } from './noop-subscribe.ts'
import { useRestoredDocument } from './restore-document.ts'

/** What every widget may be given. */
export interface WidgetProps {
  /** The one of the `LatchkeyProvider` above, where none is given. `null` where there is none yet. */
  readonly client?: Client | null
  readonly styles?: StyleConfig
  readonly callbacks?: Callbacks
  readonly strings?: Strings
}

/** The same with every gap filled: whoever writes no types may well say null for nothing. */
export interface ResolvedProps {
  readonly client: Client
  readonly styles: StyleConfig
  readonly callbacks: Callbacks
  readonly strings: Strings
}

interface WidgetRootProps extends WidgetProps {
  /** Rendered until there is a browser and a client. Defaults to an empty element. */
  readonly shell?: ReactElement | undefined
  readonly children: (props: ResolvedProps) => ReactElement
}

/** A widget's place in a host application: empty until there is a browser and a client, and what throws stays in it. */
export function WidgetRoot(props: WidgetRootProps): ReactElement {
  // A server renders an empty shell, and so does a browser before it has hydrated.
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

function WidgetInBrowser(props: WidgetRootProps & Omit<ResolvedProps, 'client'>): ReactElement {
  const { children, client: given, shell, ...common } = props
  const client = useProvidedClient(given)
  const problem = useMissingClient(client)
  if (!client) return problem ? <div className="latchkey">{problem}</div> : (shell as ReactElement)
  return children({ client, ...common })
}

function hasDocument(): boolean {
  return typeof document !== 'undefined'
}
