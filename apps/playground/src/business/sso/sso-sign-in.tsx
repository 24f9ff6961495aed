import type { AdminOrganization } from '@latchkey/contract/admin'
import type { ActiveSsoConnection } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import { InputForm } from '../input-form.tsx'
import type { MemberSignIn } from '../use-member-sign-in.ts'
import { tileUrl } from './fake-identity-providers.ts'

/** A sign-in with the connection of an organization: found by its slug or domain, or opened at the identity provider. */
export function SsoSignIn(props: {
  readonly signIn: MemberSignIn
  readonly organizations: readonly AdminOrganization[]
}): ReactElement {
  const tiles = props.organizations.flatMap(({ organization_name, sso_active_connections }) =>
    sso_active_connections.flatMap((connection) => {
      const url = tileUrl(connection)
      const { connection_id: id, display_name } = connection
      return url ? [{ id, url, name: `${display_name} of ${organization_name}` }] : []
    }),
  )
  return (
    <div className="sso-sign-in">
      <p className="divider">or with single sign-on</p>
      <InputForm
        label="Slug or email address"
        placeholder="acme"
        button="Sign in with SSO"
        onSubmit={props.signIn.findConnections}
      />
      {tiles.length > 0 ? (
        <>
          <p className="connection-note">Or from the application tile at the identity provider:</p>
          <ul className="tiles" aria-label="Application tiles">
            {tiles.map(({ id, url, name }) => (
              <li key={id}>
                <a className="chip-button" href={url}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

/** The connections of an organization, as buttons that leave the page. */
export function ConnectionButtons(props: {
  readonly connections: readonly ActiveSsoConnection[]
  readonly signIn: MemberSignIn
}): ReactElement {
  return (
    <ul className="provider-buttons connection-buttons" aria-label="Connections">
      {props.connections.map(({ connection_id, display_name }) => (
        <li key={connection_id}>
          <button
            type="button"
            className="button button-quiet"
            aria-label={`Continue with ${display_name}`}
            onClick={() => props.signIn.startSso(connection_id)}
          >
            {display_name}
          </button>
        </li>
      ))}
    </ul>
  )
}
