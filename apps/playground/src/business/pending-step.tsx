import { b2bOAuthProviders } from '@latchkey/contract'
import type { ActiveSsoConnection, MemberPendingResponse, OrganizationAuthMethod } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import { ProviderButtons } from './identity-provider-buttons.tsx'
import { InputForm } from './input-form.tsx'
import { SecondFactorList } from './second-factors.tsx'
import { ConnectionButtons } from './sso/sso-sign-in.tsx'
import type { MemberSignIn } from './use-member-sign-in.ts'
import type { SecondFactors } from './use-second-factors.ts'

/** What the organization still requires: another sign-in method, or a second factor. */
export function PendingStep(props: {
  readonly response: MemberPendingResponse
  readonly signIn: MemberSignIn
  readonly factors: SecondFactors | null
}): ReactElement {
  const { response, signIn, factors } = props
  const name = response.organization.organization_name
  if (response.primary_required)
    return (
      <PrimaryRequired
        name={name}
        organizationId={response.organization.organization_id}
        methods={response.primary_required.allowed_auth_methods}
        connections={response.organization.sso_active_connections}
        signIn={signIn}
      />
    )
  return (
    <>
      <h3 className="member-heading">{name} requires a second factor</h3>
      <p className="business-note">
        {factors?.required?.secondary_auth_initiated
          ? 'A text message with a code was sent.'
          : 'Prove one, or enroll the first one.'}{' '}
        <a href="/docs/business/second-factors">Docs</a>
      </p>
      {factors ? <SecondFactorList factors={factors} /> : null}
    </>
  )
}

function PrimaryRequired(props: {
  readonly name: string
  readonly organizationId: string
  readonly methods: readonly OrganizationAuthMethod[]
  readonly connections: readonly ActiveSsoConnection[]
  readonly signIn: MemberSignIn
}): ReactElement {
  const { name, organizationId, methods, connections, signIn } = props
  const providers = b2bOAuthProviders.filter((provider) => methods.includes(`${provider}_oauth`))
  return (
    <>
      <h3 className="member-heading">{name} requires another sign-in method</h3>
      <p className="business-note">
        {methods.length === 0
          ? 'This address cannot join.'
          : methods.join() === 'sso'
            ? 'Members sign in with single sign-on.'
            : 'The method or the address is not enough. Prove an address with one of these.'}
      </p>
      {methods.includes('email_otp') ? (
        <InputForm
          key="email"
          label="Your email address"
          button="Send code"
          onSubmit={(email) => signIn.sendCode(email, organizationId)}
        />
      ) : null}
      {methods.includes('sso') && connections.length > 0 ? (
        <div className="identity-providers">
          <ConnectionButtons connections={connections} signIn={signIn} />
        </div>
      ) : null}
      {providers.length > 0 ? (
        <div className="identity-providers">
          <ProviderButtons providers={providers} organizationId={organizationId} signIn={signIn} />
        </div>
      ) : null}
    </>
  )
}
