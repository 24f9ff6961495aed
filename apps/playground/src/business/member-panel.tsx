import type { DiscoveredOrganization } from '@latchkey/client/b2b'
import type { AdminOrganization } from '@latchkey/contract/admin'
import { useIsAuthorized } from '@latchkey/react/b2b'
import { type ReactElement, useState } from 'react'
import { Checkbox } from '../ui/fields.tsx'
import { ColleagueList, type Colleagues } from './colleagues.tsx'
import { IdentityProviders } from './identity-provider-buttons.tsx'
import { InputForm } from './input-form.tsx'
import { PendingStep } from './pending-step.tsx'
import { RoleSources } from './role-sources.tsx'
import { SecondFactorList } from './second-factors.tsx'
import { ConnectionsSection } from './sso/connections-section.tsx'
import { ConnectionButtons, SsoSignIn } from './sso/sso-sign-in.tsx'
import type { Connections } from './sso/use-connections.ts'
import type { MemberSignIn, SignInStep } from './use-member-sign-in.ts'
import type { SecondFactors } from './use-second-factors.ts'

export interface MemberPanelProps {
  readonly signIn: MemberSignIn
  readonly factors: SecondFactors | null
  readonly colleagues: Colleagues
  readonly connections: Connections
  /** To which the person can sign in. */
  readonly organizations: readonly AdminOrganization[]
}

/** A page of a business application: sign-in, choice of an organization, second factors, invitation. */
export function MemberPanel(props: MemberPanelProps): ReactElement {
  const { signIn, factors, colleagues, connections, organizations } = props
  const { member, organization } = signIn.state
  return (
    <section className="panel member-panel" aria-labelledby="member-title">
      <header className="panel-head">
        <h2 id="member-title">Your application</h2>
        <a className="panel-link" href="/docs/business/">
          Docs
        </a>
      </header>
      {signIn.error ? (
        <p className="notice" data-kind="error" role="alert">
          <span>
            {signIn.error}
            {signIn.diagnosis ? (
              <>
                {' '}
                Diagnosis: <a href="/docs/business/sso#diagnosis-codes">{signIn.diagnosis}</a>
              </>
            ) : null}
          </span>
        </p>
      ) : null}
      {member && organization && signIn.step.kind !== 'confirm_link' ? (
        <SignedIn signIn={signIn} factors={factors} colleagues={colleagues} connections={connections} />
      ) : (
        <Step step={signIn.step} signIn={signIn} factors={factors} organizations={organizations} />
      )}
    </section>
  )
}

function Step(
  props: Omit<MemberPanelProps, 'colleagues' | 'connections'> & { readonly step: SignInStep },
): ReactElement {
  const { step, signIn } = props
  switch (step.kind) {
    case 'email':
      return (
        <>
          <h3 className="member-heading">Sign in to your organization</h3>
          <p className="business-note">Any address can sign in and create an organization. Try ada@acme.test.</p>
          <InputForm
            key="email"
            label="Your email address"
            button="Send code"
            onSubmit={(email) => signIn.sendCode(email)}
          />
          <IdentityProviders signIn={signIn} organizations={props.organizations} />
          <SsoSignIn signIn={signIn} organizations={props.organizations} />
        </>
      )
    case 'code':
      return (
        <>
          <h3 className="member-heading">Enter the code</h3>
          <p className="business-note">It was sent to {step.email}.</p>
          <InputForm
            key="code"
            label="Code"
            button="Continue"
            autoComplete="one-time-code"
            onSubmit={signIn.enterCode}
          />
          <StartAgain signIn={signIn} />
        </>
      )
    case 'confirm_link':
      return <ConfirmLink step={step} signIn={signIn} />
    case 'connections':
      return (
        <>
          <h3 className="member-heading">Choose how to sign in</h3>
          <p className="business-note">The organization has several connections.</p>
          <div className="identity-providers">
            <ConnectionButtons connections={step.connections} signIn={signIn} />
          </div>
          <StartAgain signIn={signIn} />
        </>
      )
    case 'choice':
      return (
        <>
          <h3 className="member-heading">Choose an organization</h3>
          {step.organizations.length === 0 ? <p className="business-note">No organization has this address.</p> : null}
          <ul className="member-list" aria-label="Organizations of this address">
            {step.organizations.map((found) => (
              <Found key={found.organization.organization_id} found={found} onEnter={signIn.enter} />
            ))}
          </ul>
          <InputForm
            key="organization"
            label="New organization"
            button="Create and enter"
            onSubmit={signIn.createOrganization}
          />
          <StartAgain signIn={signIn} />
        </>
      )
    case 'pending':
      return (
        <>
          <PendingStep response={step.response} signIn={signIn} factors={props.factors} />
          <StartAgain signIn={signIn} />
        </>
      )
    default:
      return step satisfies never
  }
}

/** Programs open links, and people open links of others: says which account the link is for before it is used. */
function ConfirmLink(props: {
  readonly step: Extract<SignInStep, { kind: 'confirm_link' }>
  readonly signIn: MemberSignIn
}): ReactElement {
  const { signIn } = props
  const { link, isSso } = props.step
  const title = isSso ? 'Continue with single sign-on' : 'Continue with this link'
  const { member } = signIn.state
  const isOther = member !== null && member.email_address !== link?.email_address
  return (
    <div className="member-step">
      <h3>{link?.organization ? `Link of ${link.organization.organization_name}` : title}</h3>
      {link ? (
        <p>
          The link was sent to <strong>{link.email_address}</strong>.
        </p>
      ) : null}
      {isOther ? (
        <p>
          You are signed in as <strong>{member.email_address}</strong>. If you {isSso ? 'continue' : 'accept'}, this
          browser leaves that account and continues with the account of the {isSso ? 'identity provider' : 'link'}.
        </p>
      ) : (
        <p>
          {isSso
            ? 'An identity provider opened this page. Other sites can do that too, so a person has to confirm.'
            : 'This browser did not request the link. Programs open links too, so a person has to confirm.'}
        </p>
      )}
      <div className="member-choices">
        <button type="button" className="button button-main" onClick={signIn.confirmLink}>
          {isSso ? 'Continue' : 'Accept'}
        </button>
        {link?.is_invitation ? (
          <button type="button" className="button button-quiet" onClick={signIn.declineInvitation}>
            Decline
          </button>
        ) : null}
        <button type="button" className="button button-quiet" onClick={signIn.startAgain}>
          {member ? 'Stay signed in' : 'Use another address'}
        </button>
      </div>
    </div>
  )
}

function StartAgain({ signIn }: { readonly signIn: MemberSignIn }): ReactElement {
  return (
    <p className="member-again">
      <button type="button" className="text-button" onClick={signIn.startAgain}>
        Use another address
      </button>
    </p>
  )
}

const membershipNames: Readonly<Record<DiscoveredOrganization['membership']['type'], string>> = {
  active_member: 'member',
  pending_member: 'pending member',
  invited_member: 'invited',
  eligible_to_join_by_email_domain: 'may join by the email domain',
  eligible_to_join_by_oauth_tenant: 'may join by the tenant',
}

function Found(props: {
  readonly found: DiscoveredOrganization
  readonly onEnter: (organizationId: string) => void
}): ReactElement {
  const { organization, membership } = props.found
  const { organization_id: id, organization_name: name } = organization
  return (
    <li className="member">
      <p className="member-name">
        <strong>{name}</strong>
        <small>{membershipNames[membership.type]}</small>
      </p>
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Enter ${name}`}
        onClick={() => props.onEnter(id)}
      >
        Enter
      </button>
    </li>
  )
}

/** The other organizations of the person, and a button that signs in to one of them instead. */
function Switch({ signIn: { others, switchTo } }: { readonly signIn: MemberSignIn }): ReactElement | null {
  if (others === null) return null
  return (
    <section className="member-switch" aria-labelledby="switch-title">
      <h3 id="switch-title">Your other organizations</h3>
      {others.length === 0 ? <p className="business-note">No other organization has this address.</p> : null}
      <ul className="member-list" aria-labelledby="switch-title">
        {others.map((found) => (
          <Found key={found.organization.organization_id} found={found} onEnter={switchTo} />
        ))}
      </ul>
    </section>
  )
}

function SignedIn(props: Omit<MemberPanelProps, 'organizations'>): ReactElement {
  const { signIn, factors, colleagues, connections } = props
  const [isOpen, setOpen] = useState(false)
  const { member, organization } = signIn.state
  const invitation = useIsAuthorized('latchkey.member', 'create')
  const roles = useIsAuthorized('latchkey.member', 'update.settings.roles')
  const sso = useIsAuthorized('latchkey.sso', 'get')
  const email = member?.email_address ?? ''
  return (
    <>
      <div className="member-step">
        <h3>{organization?.organization_name}</h3>
        <p>
          Signed in as <strong>{member?.name || email}</strong>
          {member?.name ? `, ${email}` : ''}
        </p>
        <ul className="member-roles" aria-label="Roles">
          {member?.roles.map(({ role_id }) => (
            <li key={role_id} className="badge">
              {role_id}
            </li>
          ))}
        </ul>
        {member && organization ? <RoleSources member={member} organization={organization} /> : null}
      </div>
      {invitation.isAuthorized ? (
        <>
          <InputForm
            key="invite"
            label="Invite a person"
            placeholder="bob@example.com"
            button="Send invitation"
            onSubmit={signIn.invite}
          />
          <p className="business-note">
            Open the invitation of the inbox in another browser or a private window: a browser has one session.
          </p>
        </>
      ) : (
        <p className="business-note">Your roles do not permit invitations.</p>
      )}
      {factors && (isOpen || factors.recoveryCodes) ? (
        <section className="member-switch" id="member-factors" aria-labelledby="factors-title">
          <h3 id="factors-title">Second factors</h3>
          <SecondFactorList factors={factors} />
          <div className="member-factors-required">
            <Checkbox
              label="Require a second factor when I sign in"
              value={factors.member.mfa_enrolled}
              onChange={factors.setEnrolled}
            />
          </div>
        </section>
      ) : null}
      {sso.isAuthorized ? <ConnectionsSection connections={connections} memberId={member?.member_id ?? ''} /> : null}
      {roles.isAuthorized ? <ColleagueList colleagues={colleagues} /> : null}
      <Switch signIn={signIn} />
      <p className="member-again">
        <button
          type="button"
          className="chip-button"
          aria-expanded={isOpen}
          aria-controls="member-factors"
          onClick={() => setOpen(!isOpen)}
        >
          Second factors
        </button>
        {sso.isAuthorized ? (
          <button
            type="button"
            className="chip-button"
            aria-expanded={connections.list !== null}
            aria-controls="member-connections"
            onClick={connections.list === null ? connections.open : connections.close}
          >
            Single sign-on
          </button>
        ) : null}
        {roles.isAuthorized && colleagues.list === null ? (
          <button type="button" className="chip-button" onClick={colleagues.find}>
            Colleagues
          </button>
        ) : null}
        {signIn.others === null ? (
          <button type="button" className="chip-button" onClick={signIn.findOthers}>
            Switch organization
          </button>
        ) : null}
        <button type="button" className="chip-button" onClick={signIn.signOut}>
          Sign out
        </button>
      </p>
    </>
  )
}
