import type { ReactElement } from 'react'
import type { Landing } from './use-landing.ts'

export function LandingNotice(props: {
  readonly landing: Landing
  readonly onDismiss: () => void
}): ReactElement | null {
  const { landing } = props
  if (landing.status === 'none') return null
  if (landing.status === 'working') {
    return (
      <p className="notice" role="status">
        Signing you in with the link you opened …
      </p>
    )
  }
  const isFailed = landing.status === 'failed'
  return (
    <div className="notice" data-kind={isFailed ? 'error' : 'good'} role={isFailed ? 'alert' : 'status'}>
      {isFailed ? (
        <p>
          <strong>This link did not sign you in.</strong> {landing.message}
          {landing.errorType ? <code>{landing.errorType}</code> : null}
        </p>
      ) : (
        <p>
          <strong>The magic link worked.</strong> Other tabs of this browser are signed in as well.
        </p>
      )}
      <button type="button" className="chip-button" onClick={props.onDismiss}>
        Dismiss
      </button>
    </div>
  )
}
