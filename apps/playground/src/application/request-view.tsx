import type { ReactElement } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { describeParameters } from './claim-descriptions.ts'
import type { Application } from './protocol.ts'
import { ClaimTable } from './token-view.tsx'

/** The parameters of the authorization request. */
export function RequestView(props: {
  readonly application: Application
  readonly query: Readonly<Record<string, string>>
}): ReactElement {
  const address = `${props.application.endpoints}/authorize`
  return (
    <div className="token-view">
      <div className="call-head">
        <code>GET {new URL(address).pathname}</code>
        <CopyButton text={`${address}?${new URLSearchParams(props.query)}`} label="Copy URL" />
      </div>
      <ClaimTable title="Parameters" of="request" claims={describeParameters(props.query)} kind="header" />
    </div>
  )
}
