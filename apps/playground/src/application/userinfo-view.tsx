import type { ReactElement } from 'react'
import { describeClaims } from './claim-descriptions.ts'
import type { UserinfoAnswer } from './protocol.ts'
import { ClaimTable, useNow } from './token-view.tsx'

/** The userinfo response. It is requested again by a button, and after a revocation. */
export function UserinfoView(props: {
  readonly answer: UserinfoAnswer | null
  readonly onAsk: () => void
}): ReactElement {
  const { answer } = props
  const now = useNow()
  return (
    <div className="token-view">
      <p className="call-head">
        <code>GET /userinfo</code>
        <span className="badge" data-kind={answer && !('claims' in answer) ? 'error' : 'good'} role="status">
          {answer ? answer.status : '…'}
        </span>
        <button type="button" className="chip-button" onClick={props.onAsk}>
          Reload
        </button>
      </p>
      {answer && 'claims' in answer ? (
        <ClaimTable title="Answer" of="userinfo endpoint" claims={describeClaims(answer.claims, now)} kind="claims" />
      ) : null}
      {answer && !('claims' in answer) ? (
        <p className="notice" data-kind="error">
          <span>
            <strong>The access token is no longer valid.</strong> {answer.description}
            <code>{answer.error}</code>
          </span>
        </p>
      ) : null}
    </div>
  )
}
