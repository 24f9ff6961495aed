import type { Callbacks, Strings, StyleConfig } from '@latchkey/widgets'
import { type ReactElement, useEffect, useState } from 'react'
import { type Application, authorizationQuery, newPending } from '../application/protocol.ts'
import { createSessionStorage } from '../application/session-storage.ts'
import { ConsentGate } from '../consent/consent-gate.tsx'

export interface ConsentPreviewProps {
  readonly application: Application
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly callbacks: Callbacks
}

const scopes = ['openid', 'profile', 'email', 'notes:read']

/** The identity-provider widget. It reads a request from the URL of the page, which two buttons put there. */
export function ConsentPreview({ application, ...look }: ConsentPreviewProps): ReactElement {
  const [hasRequest, setHasRequest] = useState(() => new URLSearchParams(location.search).has('client_id'))
  useEffect(() => () => setQuery(''), [])

  function ask(query: Readonly<Record<string, string>>): void {
    setQuery(`?${new URLSearchParams(query)}`)
    setHasRequest(true)
  }
  async function askForConsent(): Promise<void> {
    const pending = newPending()
    // The sample application, to which the provider redirects, finds its request there.
    createSessionStorage().setPending(pending)
    ask(await authorizationQuery(application, pending, { scopes, prompt: 'consent' }))
  }

  if (hasRequest) return <ConsentGate {...look} />
  return (
    <div className="preview-card">
      <h3>A sample application signs in through this project</h3>
      <p>
        The widget reads the request from the URL of the page. After the user has decided, the provider redirects to{' '}
        <a href="/application">the sample application</a>, which shows the tokens.
      </p>
      <button type="button" className="button button-main" onClick={() => void askForConsent()}>
        Ask for consent
      </button>
      <button
        type="button"
        className="button button-quiet"
        onClick={() =>
          ask({
            client_id: application.clientId,
            post_logout_redirect_uri: application.redirectUri,
            state: 'playground',
          })
        }
      >
        Ask to log out
      </button>
    </div>
  )
}

function setQuery(query: string): void {
  history.replaceState(null, '', `${location.pathname}${query}${location.hash}`)
}
