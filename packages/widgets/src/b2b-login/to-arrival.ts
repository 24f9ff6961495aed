import type { DiscoveryResponse, MemberSignInResponse } from '@latchkey/client/b2b'
import type { ActiveSsoConnection, DiscoveredOrganization, MfaMethod, Organization } from '@latchkey/contract/b2b'
import { mfaMethods } from '@latchkey/contract/b2b'
import type { Arrival, Sent } from './flow/b2b-events.ts'
import type { Entry, EntryKind, SignInOrganization, SsoConnection } from './flow/b2b-state.ts'

type Shown = Pick<
  Organization,
  | 'organization_id'
  | 'organization_name'
  | 'organization_logo_url'
  | 'auth_methods'
  | 'allowed_auth_methods'
  | 'sso_active_connections'
  | 'sso_default_connection_id'
>

export function toOrganization(from: Shown): SignInOrganization {
  return {
    id: from.organization_id,
    name: from.organization_name,
    logoUrl: from.organization_logo_url,
    allowed: from.auth_methods === 'RESTRICTED' ? from.allowed_auth_methods : null,
    connections: toConnections(from.sso_active_connections, from.sso_default_connection_id),
  }
}

/** The default connection first. */
export function toConnections(
  connections: readonly Pick<ActiveSsoConnection, 'connection_id' | 'display_name'>[],
  defaultId: string | null = null,
): SsoConnection[] {
  return connections
    .map(({ connection_id: id, display_name: name }) => ({ id, name }))
    .sort((one, other) => Number(other.id === defaultId) - Number(one.id === defaultId))
}

interface Surroundings {
  /** The times of a code that the provider has just sent. */
  readonly sent: Sent
  /** Whether the project lets people create organizations. */
  readonly mayCreate: boolean
}

/** Where a sign-in has led. */
export function toArrival(
  response: MemberSignInResponse | DiscoveryResponse,
  { sent, mayCreate }: Surroundings,
): Arrival {
  if ('discovered_organizations' in response) {
    const { email_address: email, discovered_organizations } = response
    return { type: 'discovery', email, entries: discovered_organizations.map(toEntry), mayCreate }
  }
  if (response.member_authenticated) return { type: 'session' }
  const { member, organization, primary_required, mfa_required } = response
  if (primary_required || !mfa_required || !member) {
    const required = primary_required?.allowed_auth_methods ?? []
    return { type: 'first_factor', organization: toOrganization(organization), required }
  }
  const phone = mfa_required.member_options?.mfa_phone_number ?? ''
  const enrolled: MfaMethod[] = []
  if (member.totp_registration_id) enrolled.push('totp')
  if (phone) enrolled.push('sms_otp')
  return {
    ...{ type: 'second_factor', organization: toOrganization(organization) },
    member: { organizationId: organization.organization_id, memberId: member.member_id, phone, enrolled },
    allowed: organization.mfa_methods === 'RESTRICTED' ? organization.allowed_mfa_methods : mfaMethods,
    preferred: member.default_mfa_method || null,
    sent: mfa_required.secondary_auth_initiated === 'sms_otp' ? sent : null,
  }
}

const kindOf: Record<DiscoveredOrganization['membership']['type'], EntryKind> = {
  active_member: 'enter',
  pending_member: 'join',
  invited_member: 'accept',
  eligible_to_join_by_email_domain: 'join',
  eligible_to_join_by_oauth_tenant: 'join',
}

function toEntry(found: DiscoveredOrganization): Entry {
  const { organization, membership, primary_required, mfa_required } = found
  const requires = primary_required ? 'first_factor' : mfa_required ? 'second_factor' : 'nothing'
  const isSsoOnly = primary_required?.allowed_auth_methods.join() === 'sso'
  return {
    ...{ organization: toOrganization(organization), kind: kindOf[membership.type], requires },
    connectionId: isSsoOnly ? organization.sso_default_connection_id : null,
  }
}
