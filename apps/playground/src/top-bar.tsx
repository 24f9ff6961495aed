import type { ReactElement } from 'react'
import { Icon } from './ui/icon.tsx'

export function TopBar(props: {
  readonly isConfigurationOpen: boolean
  readonly onToggleConfiguration: () => void
}): ReactElement {
  return (
    <header className="top-bar">
      <a className="brand" href="/">
        <Icon name="key" /> Latchkey
      </a>
      <span className="top-title">Playground</span>
      <nav aria-label="Pages of this provider">
        <a href="/gallery">Gallery</a>
        <a href="/inbox">Inbox</a>
        <a href="/openapi.json">API</a>
      </nav>
      <button
        type="button"
        className="chip-button configure"
        aria-expanded={props.isConfigurationOpen}
        aria-controls="configuration"
        onClick={props.onToggleConfiguration}
      >
        <Icon name="sliders" /> Configure
      </button>
    </header>
  )
}
