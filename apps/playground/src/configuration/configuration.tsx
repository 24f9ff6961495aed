import { type ReactElement, type ReactNode, type ToggleEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DevAdmin } from '../admin/dev-admin.ts'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Icon } from '../ui/icon.tsx'
import { UsersSection } from '../users/users-section.tsx'
import { EmbeddingSection } from './embedding-section.tsx'
import { FaultsSection, type FaultsSectionProps } from './faults-section.tsx'
import { LookSection } from './look-section.tsx'
import { ProductsSection } from './products-section.tsx'
import { StringsSection } from './strings-section.tsx'
import { WidgetSection } from './widget-section.tsx'

export interface ConfigurationProps extends SettingsInUse, FaultsSectionProps {
  readonly isOpen: boolean
  readonly admin: DevAdmin
}

/** The panel "What to try": a widget, its methods, its look, and failures. */
export function Configuration(props: ConfigurationProps): ReactElement {
  const { settings, change, reset, admin } = props
  return (
    <section className="panel configuration" id="configuration" data-open={props.isOpen} aria-labelledby="config-title">
      <header className="panel-head">
        <h2 id="config-title">Configuration</h2>
        <button type="button" className="chip-button" onClick={reset}>
          Reset
        </button>
      </header>
      <WidgetSection settings={settings} change={change} />
      {settings.widget === 'login' ? (
        <Group title="Sign-in methods" isOpen>
          <ProductsSection settings={settings} change={change} />
        </Group>
      ) : null}
      <Group title="Look" isOpen={settings.widget !== 'login'}>
        <LookSection theme={settings.theme} onChange={(theme) => change({ theme })} />
      </Group>
      <Group title="Language and texts">
        <StringsSection settings={settings} change={change} />
      </Group>
      <Group title="Session and embedding">
        <EmbeddingSection settings={settings} change={change} />
      </Group>
      <Group title="Faults">
        <FaultsSection admin={admin} renewClient={props.renewClient} wallets={props.wallets} />
      </Group>
      <Group title="Users">
        <UsersSection admin={admin} />
      </Group>
    </section>
  )
}

function Group(props: {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}): ReactElement {
  // Closed groups are not rendered: some of them read from the provider.
  const [wasOpened, setOpened] = useState(props.isOpen)
  function onToggle({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
    if (!currentTarget.open) return
    flushSync(() => setOpened(true))
    // The content of a group at the bottom of the panel would be below its end. Groups that start open stay in place.
    if (!props.isOpen) currentTarget.scrollIntoView({ block: 'nearest' })
  }
  return (
    <details className="group" open={props.isOpen} onToggle={onToggle}>
      <summary>
        <h3>{props.title}</h3>
        <Icon name="chevron" />
      </summary>
      {wasOpened ? <div className="group-body">{props.children}</div> : null}
    </details>
  )
}
