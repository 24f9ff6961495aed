import type { Client } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'
import { type ReactElement, useMemo, useState } from 'react'
import { CodeView } from './code/code-view.tsx'
import { htmlSnippet, reactSnippet } from './code/snippets.ts'
import { Configuration } from './configuration/configuration.tsx'
import { EventList } from './events/event-list.tsx'
import { useEventLog } from './events/use-event-log.ts'
import { FlowLog } from './flow/flow-log.tsx'
import { useRecordings } from './flow/use-recordings.ts'
import { InboxPanel } from './inbox/inbox-panel.tsx'
import { useInbox } from './inbox/use-inbox.ts'
import type { ProviderConnection } from './playground-client.ts'
import { useSettings } from './settings/use-settings.ts'
import { TopBar } from './top-bar.tsx'
import { Icon } from './ui/icon.tsx'
import { Tabs } from './ui/tabs.tsx'
import { WidgetPreview } from './widget-preview/widget-preview.tsx'

/** Left: the configuration. Middle: the live widget and its events. Right: the inbox. */
export function Playground(props: ProviderConnection & { readonly client: Client }): ReactElement {
  const inUse = useSettings()
  const { settings } = inUse
  const inbox = useInbox()
  const log = useEventLog(inbox.refresh)
  const recordings = useRecordings()
  const [isConfigurationOpen, setConfigurationOpen] = useState(false)
  const { publicToken, origin } = props
  const snippets = useMemo(
    () => ({
      react: reactSnippet(settings, { publicToken, origin }),
      html: htmlSnippet(settings, { publicToken, origin }),
    }),
    [settings, publicToken, origin],
  )
  return (
    <LatchkeyProvider client={props.client}>
      <TopBar title="Playground">
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
        <Configuration {...inUse} isOpen={isConfigurationOpen} />
        <WidgetPreview settings={settings} address={`${origin}/`} callbacks={log.callbacks} />
        <section className="panel output" aria-label="Events and code">
          <Tabs
            label="Events and code"
            tabs={[
              { name: 'events', label: 'Events', count: log.entries.length, content: <EventList log={log} /> },
              { name: 'flow', label: 'Flow', content: <FlowLog recordings={recordings} /> },
              { name: 'react', label: 'React', content: <CodeView label="React code" code={snippets.react} /> },
              { name: 'html', label: 'HTML', content: <CodeView label="HTML code" code={snippets.html} /> },
            ]}
          />
        </section>
        <InboxPanel inbox={inbox} />
      </main>
    </LatchkeyProvider>
  )
}
