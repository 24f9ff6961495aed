import type { B2bClient, Organization } from '@latchkey/client/b2b'
import type { DiscoveredOrganization } from '@latchkey/contract/b2b'
import type { Requirement, SwitcherEntry, SwitcherOrganization } from './switcher.flow.ts'

export function toSwitcherOrganization(
  from: Pick<Organization, 'organization_id' | 'organization_name' | 'organization_slug' | 'organization_logo_url'>,
): SwitcherOrganization {
  return {
    id: from.organization_id,
    slug: from.organization_slug,
    name: from.organization_name,
    logoUrl: from.organization_logo_url,
  }
}

/** The organization of the session. */
export function currentOrganization(client: B2bClient): SwitcherOrganization | null {
  const organization = client.session.getSync() && client.organization.getSync()
  return organization ? toSwitcherOrganization(organization) : null
}

const kindOf: Record<DiscoveredOrganization['membership']['type'], SwitcherEntry['kind']> = {
  active_member: 'enter',
  pending_member: 'join',
  invited_member: 'accept',
  eligible_to_join_by_email_domain: 'join',
  eligible_to_join_by_oauth_tenant: 'join',
}

/** The current organization first, then by name. */
export function toEntries(found: readonly DiscoveredOrganization[], currentId: string | undefined): SwitcherEntry[] {
  const entries = found.map((one): SwitcherEntry => {
    const isHere = one.organization.organization_id === currentId
    return {
      organization: toSwitcherOrganization(one.organization),
      kind: kindOf[one.membership.type],
      requires: isHere ? { type: 'here' } : requirementOf(one),
    }
  })
  const rank = ({ requires }: SwitcherEntry): number => (requires.type === 'here' ? 0 : 1)
  return entries.sort(
    (a, b) => rank(a) - rank(b) || a.organization.name.localeCompare(b.organization.name, undefined, { numeric: true }),
  )
}

function requirementOf({ organization, primary_required, mfa_required }: DiscoveredOrganization): Requirement {
  if (primary_required) {
    const methods = primary_required.allowed_auth_methods
    if (methods.length === 0) return { type: 'closed' }
    const connectionId = onlyConnection(organization)
    if (methods.length === 1 && methods[0] === 'sso' && connectionId) return { type: 'sso', connectionId }
    return { type: 'first_factor', methods }
  }
  return { type: mfa_required ? 'second_factor' : 'nothing' }
}

function onlyConnection({
  sso_default_connection_id: id,
  sso_active_connections: active,
}: Organization): string | null {
  if (id) return id
  return active.length === 1 ? (active[0]?.connection_id ?? null) : null
}
