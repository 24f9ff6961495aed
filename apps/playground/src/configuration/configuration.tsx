import type { ReactElement, ReactNode } from 'react'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Icon } from '../ui/icon.tsx'
import { EmbeddingSection } from './embedding-section.tsx'
import { LookSection } from './look-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { StringsSection } from './strings-section.tsx'

export function Configuration(props: SettingsInUse & { readonly isOpen: boolean }): ReactElement {
  const { settings, change, reset } = props
  return (
    <section className="panel configuration" id="configuration" data-open={props.isOpen} aria-labelledby="config-title">
      <header className="panel-head">
        <h2 id="config-title">Configuration</h2>
        <button type="button" className="chip-button" onClick={reset}>
          Reset
        </button>
      </header>
      <Group title="Sign-in" isOpen>
        <SignInSection settings={settings} change={change} />
      </Group>
      <Group title="Look" isOpen>
        <LookSection theme={settings.theme} onChange={(theme) => change({ theme })} />
      </Group>
      <Group title="Texts">
        <StringsSection settings={settings} change={change} />
      </Group>
      <Group title="Embedding">
        <EmbeddingSection settings={settings} change={change} />
      </Group>
    </section>
  )
}

function Group(props: {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}): ReactElement {
  return (
    <details className="group" open={props.isOpen}>
      <summary>
        <h3>{props.title}</h3>
        <Icon name="chevron" />
      </summary>
      <div className="group-body">{props.children}</div>
    </details>
  )
}
