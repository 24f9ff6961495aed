import type { ReactElement } from 'react'
import { ConnectionCard } from './connection-card.tsx'
import { type FakeIdentityProvider, fakeLabels } from './fake-identity-providers.ts'
import { SsoOnly } from './sso-only.tsx'
import type { Connections } from './use-connections.ts'

const fakes = Object.entries(fakeLabels) as [FakeIdentityProvider, string][]

/** The single sign-on of the organization, for its admins. */
export function ConnectionsSection(props: {
  readonly connections: Connections
  readonly memberId: string
}): ReactElement | null {
  const { connections, memberId } = props
  if (connections.list === null) return null
  return (
    <section className="member-switch" id="member-connections" aria-labelledby="connections-title">
      <h3 id="connections-title">Single sign-on</h3>
      <p className="business-note">
        Connect a <a href="/dev/enterprise">fake identity provider</a> of this machine.{' '}
        <a href="/docs/business/sso">Docs</a>
      </p>
      <div className="connections">
        <div className="member-choices">
          {fakes.map(([fake, label]) => (
            <button key={fake} type="button" className="chip-button" onClick={() => connections.connect(fake)}>
              Connect {label}
            </button>
          ))}
        </div>
        {connections.list.map((connection) => (
          <ConnectionCard key={connection.connection_id} connection={connection} connections={connections} />
        ))}
        <SsoOnly connections={connections} memberId={memberId} />
      </div>
    </section>
  )
}
