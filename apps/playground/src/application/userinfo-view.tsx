import type { ReactElement } from 'react'
import { describeClaims } from './claim-descriptions.ts'
import type { UserinfoResponse } from './protocol.ts'
import { ClaimTable, useNow } from './token-view.tsx'

/** The userinfo response. It is requested again by a button, and after a revocation. */
export function UserinfoView(props: {
  readonly response: UserinfoResponse | null
  readonly onRequest: () => void
}): ReactElement {
  const { response } = props
  const now = useNow()
  return (
    <div className="token-view">
      <p className="call-head">
        <code>GET /userinfo</code>
        <span className="badge" data-kind={response && !('claims' in response) ? 'error' : 'good'} role="status">
          {response ? response.status : '…'}
        </span>
        <button type="button" className="chip-button" onClick={props.onRequest}>
          Reload
        </button>
      </p>
      {response && 'claims' in response ? (
        <ClaimTable
          title="Response"
          of="userinfo endpoint"
          claims={describeClaims(response.claims, now)}
          kind="claims"
        />
      ) : null}
      {response && !('claims' in response) ? (
        <p className="notice" data-kind="error">
          <span>
            <strong>The access token is no longer valid.</strong> {response.description}
            <code>{response.error}</code>
          </span>
        </p>
      ) : null}
    </div>
  )
}
