import { type B2bOAuthProvider, b2bOAuthProviders } from '@latchkey/contract'
import type { AdminOrganization } from '@latchkey/contract/admin'
import { type ReactElement, type ReactNode, useState } from 'react'
import { providerNames } from '../settings/provider-names.ts'
import { Choice } from '../ui/fields.tsx'
import type { MemberSignIn } from './use-member-sign-in.ts'

/** A sign-in with an identity provider: to an organization, or to the one that the person chooses next. */
export function IdentityProviders(props: {
  readonly signIn: MemberSignIn
  readonly organizations: readonly AdminOrganization[]
}): ReactElement {
  const { signIn, organizations } = props
  const [chosen, setChosen] = useState('')
  // It may have been deleted in the meantime.
  const known = organizations.find(({ organization_id }) => organization_id === chosen)
  const organizationId = known?.organization_id
  const options = Object.fromEntries([
    ['', 'Choose after the sign-in'],
    ...organizations.map(({ organization_id, organization_name }) => [organization_id, organization_name]),
  ])
  return (
    <div className="identity-providers">
      <p className="divider">or with an identity provider</p>
      <Choice label="Organization" value={organizationId ?? ''} options={options} onChange={setChosen} />
      <ProviderButtons providers={b2bOAuthProviders} organizationId={organizationId} signIn={signIn}>
        <li>
          <button type="button" className="button button-quiet" onClick={() => signIn.showOneTap(organizationId)}>
            Google One Tap
          </button>
        </li>
      </ProviderButtons>
    </div>
  )
}

export function ProviderButtons(props: {
  readonly providers: readonly B2bOAuthProvider[]
  readonly organizationId: string | undefined
  readonly signIn: MemberSignIn
  /** Further items of the list. */
  readonly children?: ReactNode
}): ReactElement {
  return (
    <ul className="provider-buttons" aria-label="Identity providers">
      {props.providers.map((provider) => (
        <li key={provider}>
          <button
            type="button"
            className="button button-quiet"
            aria-label={`Continue with ${providerNames[provider]}`}
            onClick={() => props.signIn.startOAuth(provider, props.organizationId)}
          >
            {providerNames[provider]}
          </button>
        </li>
      ))}
      {props.children}
    </ul>
  )
}
