import type { ReactElement, ReactNode } from 'react'
import { Checkbox } from '../../ui/fields.tsx'
import { type Connections, isSsoOnly } from './use-connections.ts'

const dayMs = 24 * 60 * 60_000

/** Who may sign in with a connection, and whether members need one. */
export function SsoOnly(props: {
  readonly connections: Connections
  /** The id of the signed-in member. */
  readonly memberId: string
}): ReactElement | null {
  const { connections, memberId } = props
  const { organization, list, breakGlass } = connections
  if (organization === null || list === null) return null
  const isTested = list.some(
    ({ status, tested_at }) => status === 'active' && tested_at !== null && Date.now() - Date.parse(tested_at) <= dayMs,
  )
  const isBreakGlass = breakGlass.some(({ member_id }) => member_id === memberId)
  const ready = breakGlass.filter(
    ({ totp_registration_id, mfa_phone_number_verified }) => totp_registration_id !== '' || mfa_phone_number_verified,
  )
  return (
    <div className="connection">
      <h4>Policy</h4>
      <Checkbox
        label="People without an account may join with a connection"
        value={organization.sso_jit_provisioning === 'ALL_ALLOWED'}
        onChange={connections.setJoining}
      />
      <Checkbox
        label="Single sign-on only"
        value={isSsoOnly(organization)}
        hint="Members need a connection to sign in. Requires:"
        onChange={connections.setSsoOnly}
      />
      <ul className="conditions" aria-label="Conditions of single sign-on only">
        <Condition isMet={isTested}>A connection that passed a test in the last 24 hours</Condition>
        <Condition isMet={ready.length > 0}>
          A break-glass member with a second factor, who signed in during the last 30 days
          {breakGlass.length > 0 ? `: ${breakGlass.map(({ email_address }) => email_address).join(', ')}` : ''}
        </Condition>
      </ul>
      {isBreakGlass && ready.length === 0 ? (
        <p className="connection-note">Add a second factor: “Second factors” below.</p>
      ) : null}
      <Checkbox
        label="I am a break-glass member"
        value={isBreakGlass}
        hint="May sign in without single sign-on, always with a second factor."
        onChange={connections.setBreakGlass}
      />
    </div>
  )
}

function Condition(props: { readonly isMet: boolean; readonly children: ReactNode }): ReactElement {
  return (
    <li data-met={props.isMet}>
      <span aria-hidden="true">{props.isMet ? '✓' : '✗'}</span>
      <span>
        <span className="out-of-sight">{props.isMet ? 'Met: ' : 'Not met: '}</span>
        {props.children}
      </span>
    </li>
  )
}
