import type { ConnectedApp } from '@latchkey/client'
import { useUser } from '@latchkey/react'
import { type ReactElement, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { nameOf } from '../widget-preview/session-labels.ts'
import { ScopeList } from './scope-list.tsx'
import { useConnectedApps } from './use-connected-apps.ts'

/** The connected apps of the user, which the user can revoke. */
export function ConnectedAppsPanel(props: {
  /** The list is requested again when this changes. */
  readonly reloadKey: unknown
  readonly onRevoked: () => void
}): ReactElement {
  const { connected, revoke } = useConnectedApps(props.reloadKey)
  const { user } = useUser()
  const [revoked, setRevoked] = useState('')
  const take = async ({ connected_app_id, name }: ConnectedApp): Promise<void> => {
    await revoke(connected_app_id)
    setRevoked(`${name} no longer has access.`)
    props.onRevoked()
  }
  return (
    <section className="panel connected-panel" aria-labelledby="connected-title">
      <header className="panel-head">
        <h2 id="connected-title">Connected apps</h2>
        {user ? (
          <span className="panel-note" title={nameOf(user)}>
            {nameOf(user)}
          </span>
        ) : null}
      </header>
      <p className="out-of-sight" role="status">
        {revoked}
      </p>
      {connected.status === 'failed' ? (
        <p className="notice" data-kind="error" role="alert">
          {connected.message}
        </p>
      ) : null}
      {connected.status === 'signed_out' ? (
        <Empty title="Not signed in">
          Sign in through the client application. Applications with access to the account are listed here.
        </Empty>
      ) : null}
      {connected.status === 'known' && connected.apps.length === 0 ? (
        <Empty title="No application yet">
          Applications with access to the account are listed here and can be revoked.
        </Empty>
      ) : null}
      {connected.status === 'known' && connected.apps.length > 0 ? (
        <ul className="connected-apps" aria-label="Applications with access">
          {connected.apps.map((app) => (
            <App key={app.connected_app_id} app={app} onRevoke={() => void take(app)} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function App({ app, onRevoke }: { readonly app: ConnectedApp; readonly onRevoke: () => void }): ReactElement {
  return (
    <li className="connected-app">
      <div className="connected-head">
        <span className="app-logo" aria-hidden="true">
          {app.name.charAt(0).toUpperCase()}
        </span>
        <p className="connected-name">
          <strong>{app.name}</strong>
          <small>{app.description}</small>
        </p>
        <button
          type="button"
          className="chip-button"
          aria-label={`Revoke the access of ${app.name}`}
          onClick={onRevoke}
        >
          Revoke
        </button>
      </div>
      <ScopeList label={`What ${app.name} was granted`} scopes={app.scopes_granted.split(' ')} />
    </li>
  )
}

function Empty({ title, children }: { readonly title: string; readonly children: string }): ReactElement {
  return (
    <div className="empty">
      <Icon name="plug" />
      <p>
        <strong>{title}</strong>
      </p>
      <p>{children}</p>
    </div>
  )
}
