import type { ReactElement } from 'react'
import { Choice } from '../ui/fields.tsx'
import type { OrganizationDetails, Organizations } from './use-organizations.ts'

const mfaPolicies = { OPTIONAL: 'If the member has one', REQUIRED_FOR_ALL: 'Required for all' } as const
const joinPolicies = {
  ALL_ALLOWED: 'Any address',
  NOT_ALLOWED: 'Not by their email address',
  RESTRICTED: 'Addresses of verified domains',
} as const

/** Two of the policies of an organization, and its suspension and deletion. */
export function OrganizationSettings(props: {
  readonly details: OrganizationDetails
  readonly organizations: Organizations
}): ReactElement {
  const { details, organizations } = props
  const { organization, domains } = details
  const verified = domains.filter(({ state }) => state === 'verified').map(({ domain }) => domain)
  return (
    <section aria-labelledby="settings-title">
      <h3 id="settings-title">Settings</h3>
      <div className="organization-settings">
        <Choice
          label="Second factor"
          value={organization.mfa_policy}
          options={mfaPolicies}
          onChange={(mfa_policy) => organizations.update({ mfa_policy })}
        />
        <Choice
          label="Joining"
          value={organization.email_jit_provisioning}
          options={joinPolicies}
          onChange={(email_jit_provisioning) =>
            organizations.update({
              email_jit_provisioning,
              ...(email_jit_provisioning === 'RESTRICTED' ? { email_allowed_domains: verified } : {}),
            })
          }
        />
        {organization.suspended_at ? (
          <button type="button" className="chip-button" onClick={organizations.resume}>
            Resume
          </button>
        ) : (
          <button type="button" className="chip-button" onClick={organizations.suspend}>
            Suspend
          </button>
        )}
        <button type="button" className="chip-button" onClick={organizations.remove}>
          Delete
        </button>
      </div>
    </section>
  )
}
