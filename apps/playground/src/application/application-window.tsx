import type { ReactElement } from 'react'
import type { Rejection } from './protocol.ts'
import { ScopeList } from './scope-list.tsx'
import { decodeToken, type Tokens } from './tokens.ts'
import type { SampleApplication } from './use-application.ts'

/** The sample application: a sign-in button, or the signed-in user. */
export function ApplicationWindow({ sample }: { readonly sample: SampleApplication }): ReactElement {
  const { state } = sample
  return (
    <section className="panel widget-preview application-preview" aria-labelledby="application-title">
      <header className="panel-head">
        <h2 id="application-title">Client application</h2>
        <span className="panel-note">Users sign in through this project.</span>
      </header>
      <div className="preview-area">
        <div className="app-window" data-state={state.status} aria-busy={state.status === 'working'}>
          <p className="app-bar">
            <span className="app-logo" aria-hidden="true">
              S
            </span>
            Sample app
          </p>
          {state.status !== 'working' && state.rejection ? <RejectionNotice rejection={state.rejection} /> : null}
          {state.status === 'in' ? (
            <SignedInView sample={sample} tokens={state.tokens} />
          ) : (
            <SignedOutView sample={sample} />
          )}
        </div>
      </div>
    </section>
  )
}

function SignedOutView({ sample }: { readonly sample: SampleApplication }): ReactElement {
  const isWorking = sample.state.status === 'working'
  return (
    <div className="app-body">
      <h3>{isWorking ? 'Signing in …' : 'Welcome'}</h3>
      <p>The provider asks the user for consent, and the client application receives tokens.</p>
      <button
        type="button"
        className="button button-main"
        aria-disabled={isWorking || sample.query === null}
        onClick={sample.signIn}
      >
        Sign in with Latchkey Demo
      </button>
    </div>
  )
}

function SignedInView(props: { readonly sample: SampleApplication; readonly tokens: Tokens }): ReactElement {
  const { sample, tokens } = props
  const name = userNameOf(tokens)
  return (
    <div className="app-body">
      <div className="session-head">
        <span className="avatar" aria-hidden="true">
          {name.charAt(0).toUpperCase()}
        </span>
        <h3>
          <small>Signed in as</small>{' '}
          <span className="session-name" title={name}>
            {name}
          </span>
        </h3>
      </div>
      <ScopeList label="Granted scopes" scopes={tokens.scopes} />
      <p className="app-buttons">
        {tokens.refreshToken === null ? null : (
          <button type="button" className="chip-button" onClick={sample.renew}>
            Refresh tokens
          </button>
        )}
        <button type="button" className="chip-button" aria-disabled={sample.query === null} onClick={sample.signIn}>
          Sign in again
        </button>
        <button type="button" className="chip-button" onClick={sample.logOut}>
          Log out
        </button>
      </p>
    </div>
  )
}

function RejectionNotice({ rejection }: { readonly rejection: Rejection }): ReactElement {
  return (
    <p className="notice" data-kind="error" role="alert">
      <span>
        <strong>{rejection.error === 'access_denied' ? 'Access was denied.' : 'Sign-in failed.'}</strong>{' '}
        {rejection.description}
        <code>{rejection.error}</code>
      </span>
    </p>
  )
}

function userNameOf({ idToken }: Tokens): string {
  const { email, phone_number, sub } = (idToken === null ? null : decodeToken(idToken))?.claims ?? {}
  const known = [email, phone_number, sub].find((value) => typeof value === 'string')
  return typeof known === 'string' ? known : 'unknown user'
}
