import { LatchkeyProvider } from '@latchkey/react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { createDevAdmin } from './admin/dev-admin.ts'
import type { Application } from './application/protocol.ts'
import { CodePanel } from './code/code-panel.tsx'
import { Configuration } from './configuration/configuration.tsx'
import { EventList } from './events/event-list.tsx'
import { useEventLog } from './events/use-event-log.ts'
import { FlowLog } from './flow/flow-log.tsx'
import { useRecordings } from './flow/use-recordings.ts'
import { InboxPanel } from './inbox/inbox-panel.tsx'
import { useInbox } from './inbox/use-inbox.ts'
import { createPlaygroundClient, type ProviderConnection } from './playground-client.ts'
import type { Settings, WidgetName } from './settings/settings.ts'
import { sharedUrl, useSettings } from './settings/use-settings.ts'
import { TopBar } from './top-bar.tsx'
import { CopyButton } from './ui/copy-button.tsx'
import { Icon } from './ui/icon.tsx'
import { Tabs } from './ui/tabs.tsx'
import { useFakeWallets } from './wallets/use-fake-wallets.ts'
import { WidgetPreview } from './widget-preview/widget-preview.tsx'

export interface PlaygroundProps {
  readonly connection: ProviderConnection
  /** The sample application, which signs in through the project. */
  readonly application: Application
}

/** Left: what to try. Middle: the live widget. Right: inbox, events and code. */
export function Playground({ connection, application }: PlaygroundProps): ReactElement {
  const [{ client, generation }, setClient] = useState(() => ({
    client: createPlaygroundClient(connection),
    generation: 0,
  }))
  const renewClient = useCallback(() => {
    client.dispose()
    setClient({ client: createPlaygroundClient(connection), generation: generation + 1 })
  }, [client, connection, generation])
  const [landing, setLanding] = useState(() => client.parseAuthenticateUrl()?.tokenType ?? null)
  const inUse = useSettings()
  const settings = useMemo<Settings>(
    () => ({ ...inUse.settings, widget: widgetFor(inUse.settings.widget, landing) }),
    [inUse.settings, landing],
  )
  const change = useCallback(
    (part: Partial<Settings>) => {
      if (part.widget) setLanding(null)
      inUse.change(part)
    },
    [inUse.change],
  )
  const admin = useMemo(() => createDevAdmin(connection.projectId), [connection.projectId])
  const wallets = useFakeWallets(settings.widget === 'login' && settings.products.includes('crypto'))
  const inbox = useInbox()
  const log = useEventLog(inbox.refresh)
  const recordings = useRecordings()
  // Narrow screens show the widget first.
  const [isConfigurationOpen, setConfigurationOpen] = useState(() => matchMedia('(min-width: 700px)').matches)
  return (
    <LatchkeyProvider client={client}>
      <TopBar title="Playground">
        <CopyButton text={sharedUrl(inUse.settings)} label="Share" />
        <button
          type="button"
          className="chip-button configure"
          aria-expanded={isConfigurationOpen}
          aria-controls="configuration"
          onClick={() => setConfigurationOpen((isOpen) => !isOpen)}
        >
          <Icon name="sliders" /> Configure
        </button>
      </TopBar>
      <main className="shell" data-configuration={isConfigurationOpen ? 'open' : 'closed'}>
        <h1 className="out-of-sight">Latchkey playground</h1>
        <Configuration
          settings={settings}
          change={change}
          reset={inUse.reset}
          isOpen={isConfigurationOpen}
          admin={admin}
          renewClient={renewClient}
          wallets={wallets}
        />
        <WidgetPreview
          key={generation}
          settings={settings}
          address={`${connection.origin}/`}
          application={application}
          hasWallets={wallets !== null}
          isResetLanding={landing !== null && settings.widget === 'reset'}
          callbacks={log.callbacks}
        />
        <InboxPanel inbox={inbox} />
        <section className="panel output" aria-label="Events and code">
          <Tabs
            label="Events and code"
            tabs={[
              { name: 'events', label: 'Events', count: log.entries.length, content: <EventList log={log} /> },
              { name: 'flow', label: 'Flow', content: <FlowLog recordings={recordings} /> },
              { name: 'code', label: 'Code', content: <CodePanel settings={settings} connection={connection} /> },
            ]}
          />
        </section>
      </main>
    </LatchkeyProvider>
  )
}

/** A link that opened the page decides which widget is shown first. */
function widgetFor(widget: WidgetName, landing: string | null): WidgetName {
  if (landing === 'reset_password') return 'reset'
  return landing !== null && landing !== 'login' && widget === 'reset' ? 'login' : widget
}
