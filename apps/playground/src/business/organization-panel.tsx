import type { AdminMember, AdminOrganizationDomain } from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import { InputForm } from './input-form.tsx'
import { OrganizationSettings } from './organization-settings.tsx'
import type { OrganizationDetails, Organizations } from './use-organizations.ts'

/** The members and the domains of the selected organization. */
export function OrganizationPanel({ organizations }: { readonly organizations: Organizations }): ReactElement {
  const { list, selected } = organizations
  return (
    <section className="panel organization-panel" aria-labelledby="organization-title">
      <header className="panel-head">
        <h2 id="organization-title">{selected ? selected.organization.organization_name : 'Organization'}</h2>
        {selected ? <span className="panel-note">{selected.organization.organization_id}</span> : null}
      </header>
      {selected ? <Details details={selected} organizations={organizations} /> : null}
      {list?.length === 0 ? <p className="business-note">No organization yet. Create one.</p> : null}
    </section>
  )
}

function Details(props: {
  readonly details: OrganizationDetails
  readonly organizations: Organizations
}): ReactElement {
  const { details, organizations } = props
  return (
    <div className="organization-body" key={details.organization.organization_id}>
      <OrganizationSettings details={details} organizations={organizations} />
      <section aria-labelledby="members-title">
        <h3 id="members-title">Members</h3>
        {details.members.length === 0 ? <p className="business-note">No member yet.</p> : null}
        <ul className="member-list">
          {details.members.map((member) => (
            <Member key={member.member_id} member={member} onRoles={(roles) => organizations.setRoles(member, roles)} />
          ))}
        </ul>
        <InputForm
          label="Email address"
          placeholder="dorothy@acme.test"
          button="Add member"
          onSubmit={(email_address) => organizations.createMember({ email_address })}
        />
      </section>
      <section aria-labelledby="domains-title">
        <h3 id="domains-title">Email domains</h3>
        {details.domains.length === 0 ? <p className="business-note">No domain yet.</p> : null}
        <ul className="member-list">
          {details.domains.map((domain) => (
            <Domain key={domain.domain} domain={domain} onProve={() => organizations.proveDomain(domain)} />
          ))}
        </ul>
        <InputForm label="Domain" placeholder="acme.example" button="Add domain" onSubmit={organizations.addDomain} />
      </section>
    </div>
  )
}

function Member(props: { readonly member: AdminMember; readonly onRoles: (roles: string[]) => void }): ReactElement {
  const { name, email_address, status, roles } = props.member
  const isAdmin = roles.includes(builtInRoleIds.admin)
  return (
    <li className="member">
      <p className="member-name">
        <strong>{name || email_address}</strong>
        {name ? <small>{email_address}</small> : null}
      </p>
      {isAdmin ? <span className="badge">admin</span> : null}
      <span className="badge" data-kind={status === 'active' ? 'good' : undefined}>
        {status}
      </span>
      <button
        type="button"
        className="chip-button"
        aria-label={`${isAdmin ? 'Remove admin' : 'Make admin'}: ${email_address}`}
        onClick={() =>
          props.onRoles(
            isAdmin ? roles.filter((role) => role !== builtInRoleIds.admin) : [...roles, builtInRoleIds.admin],
          )
        }
      >
        {isAdmin ? 'Remove admin' : 'Make admin'}
      </button>
    </li>
  )
}

function Domain(props: { readonly domain: AdminOrganizationDomain; readonly onProve: () => void }): ReactElement {
  const { domain, state, txt_record } = props.domain
  return (
    <li className="member">
      <p className="member-name">
        <strong>{domain}</strong>
        {state === 'verified' ? null : (
          <small>
            TXT record <code>{txt_record.name}</code> with <code>{txt_record.value}</code>
          </small>
        )}
      </p>
      <span className="badge" data-kind={state === 'verified' ? 'good' : undefined}>
        {state}
      </span>
      {state === 'verified' ? null : (
        <button
          type="button"
          className="chip-button"
          aria-label={`Add the record of ${domain} and check it`}
          onClick={props.onProve}
        >
          Add record and check
        </button>
      )}
    </li>
  )
}
