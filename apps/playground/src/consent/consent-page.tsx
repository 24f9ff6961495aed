import type { Client } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'
import { type ReactElement, useMemo } from 'react'
import { CodeView } from '../code/code-view.tsx'
import { htmlSnippet } from '../code/html-snippet.ts'
import { reactSnippet } from '../code/react-snippets.ts'
import { EventList } from '../events/event-list.tsx'
import { useEventLog } from '../events/use-event-log.ts'
import { InboxPanel } from '../inbox/inbox-panel.tsx'
import { useInbox } from '../inbox/use-inbox.ts'
import type { ProviderConnection } from '../playground-client.ts'
import { stringsOf } from '../settings/locales.ts'
import { stylesOf } from '../settings/login-props.ts'
import { useSettings } from '../settings/use-settings.ts'
import { TopBar } from '../top-bar.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ConsentGate } from './consent-gate.tsx'

/** The consent page of the project, next to the inbox. Client applications send users here. */
export function ConsentPage(props: ProviderConnection & { readonly client: Client }): ReactElement {
  const { client, ...connection } = props
  const { settings } = useSettings()
  const { theme, locale, texts } = settings
  const inbox = useInbox()
  const log = useEventLog(inbox.refresh)
  const styles = useMemo(() => stylesOf(theme), [theme])
  const strings = useMemo(() => stringsOf(locale, texts), [locale, texts])
  return (
    <LatchkeyProvider client={client}>
      <TopBar title="Consent page" />
      <main className="shell consent-shell">
        <h1 className="out-of-sight">Consent page</h1>
        <section className="panel widget-preview" aria-labelledby="preview-title">
          <header className="panel-head">
            <h2 id="preview-title">Widget</h2>
            <span className="panel-note">A client application sent you here.</span>
          </header>
          <div className="preview-area" data-scheme={theme.scheme}>
            <div className="widget" lang={locale}>
              <ConsentGate styles={styles} strings={strings} callbacks={log.callbacks} />
            </div>
          </div>
        </section>
        <section className="panel output" aria-label="Events and code">
          <Tabs
            label="Events and code"
            tabs={[
              { name: 'events', label: 'Events', count: log.entries.length, content: <EventList log={log} /> },
              {
                name: 'react',
                label: 'React',
                content: code('React', 'consent.tsx', reactSnippet({ ...settings, widget: 'consent' }, connection)),
              },
              {
                name: 'html',
                label: 'HTML',
                content: code('HTML', 'consent.html', htmlSnippet({ ...settings, widget: 'consent' }, connection)),
              },
            ]}
          />
        </section>
        <InboxPanel inbox={inbox} />
      </main>
    </LatchkeyProvider>
  )
}

function code(language: string, file: string, text: string): ReactElement {
  return <CodeView label={`${language} code`} file={file} code={text} />
}
