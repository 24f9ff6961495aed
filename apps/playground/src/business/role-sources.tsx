import type { Member, Organization } from '@latchkey/client/b2b'
import type { MemberRole } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'

/** Why the member has its roles. */
export function RoleSources(props: { readonly member: Member; readonly organization: Organization }): ReactElement {
  const { member, organization } = props
  return (
    <details className="role-sources">
      <summary>Where the roles come from</summary>
      <dl>
        {member.roles.map(({ role_id, sources }) => (
          <div key={role_id}>
            <dt>{role_id}</dt>
            <dd>{sources.map((source) => describe(source, organization)).join('; ') || 'every member has it'}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function describe({ type, details }: MemberRole['sources'][number], organization: Organization): string {
  const known = organization.sso_active_connections.find(({ connection_id }) => connection_id === details.connection_id)
  const connection = known?.display_name ?? `connection ${details.connection_id}`
  switch (type) {
    case 'direct_assignment':
      return 'given to this member'
    case 'email_assignment':
      return `email domain ${details.email_domain}`
    case 'sso_connection':
      return `sign-in with ${connection}`
    case 'sso_connection_group':
    case 'scim_connection_group':
      return `group ${details.group} of ${connection}`
    default:
      return type satisfies never
  }
}
