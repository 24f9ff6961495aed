import type {
  B2bOrganizationDeleteResponse,
  B2bOrganizationGetBySlugRequest,
  B2bOrganizationGetBySlugResponse,
  B2bOrganizationResponse,
  B2bOrganizationUpdateRequest,
  PublicOrganization,
} from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { organizationView } from '../../organizations/organization-view.ts'
import { removeOrganization, updateOrganization } from '../../organizations/update-organization.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import type { OrganizationRecord } from '../../storage/records.ts'

export async function getOwnOrganization(
  _context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOrganizationResponse>> {
  const { organization } = await requireSignedInMember(call)
  return { organization: organizationView(organization) }
}

export async function changeOwnOrganization(
  context: ProviderContext,
  call: Call<B2bOrganizationUpdateRequest>,
): Promise<DataOf<B2bOrganizationResponse>> {
  const { organization, roles, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  const changed = await updateOrganization(context, {
    ...{ source: call, organizationId: organization.id, change: call.body },
    granter: roles.map(({ roleId }) => roleId),
  })
  return { organization: organizationView(changed) }
}

export async function deleteOwnOrganization(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOrganizationDeleteResponse>> {
  const { organization, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  await removeOrganization(context, call, organization.id)
  return { organization_id: organization.id }
}

/** For the sign-in page of an organization, before the person has signed in. */
export async function findOrganizationBySlug(
  { storage }: ProviderContext,
  { project, body }: Call<B2bOrganizationGetBySlugRequest>,
): Promise<DataOf<B2bOrganizationGetBySlugResponse>> {
  const found = await storage.organizations.getBySlug(project.id, body.organization_slug)
  return { organization: found && publicView(found) }
}

/** Without metadata, and without the domains and roles of members. */
function publicView(organization: OrganizationRecord): PublicOrganization {
  const {
    organization_external_id: _external,
    trusted_metadata: _metadata,
    custom_roles: _roles,
    scim_active_connection: _scim,
    email_allowed_domains: _domains,
    allowed_oauth_tenants: _tenants,
    sso_jit_provisioning_allowed_connections: _connections,
    rbac_email_implicit_role_assignments: _assignments,
    first_party_connected_apps_allowed_type: _firstParty,
    allowed_first_party_connected_apps: _firstPartyApps,
    third_party_connected_apps_allowed_type: _thirdParty,
    allowed_third_party_connected_apps: _thirdPartyApps,
    ...visible
  } = organizationView(organization)
  return visible
}
