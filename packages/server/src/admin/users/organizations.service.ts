import type {
  AdminOrganization,
  AdminOrganizationResponse,
  AdminOrganizationsCreateRequest,
  AdminOrganizationsListResponse,
  AdminOrganizationsSimulateRequest,
  AdminOrganizationsSimulateResponse,
  AdminOrganizationsUpdateRequest,
  PageRequest,
} from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { emailIdentifier } from '../../identifiers/identifier.ts'
import { insertOrganization } from '../../organizations/insert-organization.ts'
import { emailOfMember } from '../../organizations/member.ts'
import { assignmentsOf, emailOf, memberFacts } from '../../organizations/members/member-state.ts'
import { rolesView } from '../../organizations/members/member-view.ts'
import { organizationView } from '../../organizations/organization-view.ts'
import { storedRoles } from '../../organizations/roles.ts'
import { findJoinFacts } from '../../organizations/sign-in/join-facts.ts'
import { type Simulation, type SimulationFacts, simulateSignIn } from '../../organizations/simulate.ts'
import { removeOrganization, suspendOrganization, updateOrganization } from '../../organizations/update-organization.ts'
import type { Admission } from '../../sessions/admission-type.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'

const defaultPageSize = 50

function adminView(organization: OrganizationRecord): AdminOrganization {
  const { createdAt, updatedAt, suspendedAt, revision } = organization
  return {
    ...organizationView(organization),
    ...{ created_at: rfc3339(createdAt), updated_at: rfc3339(updatedAt), revision },
    suspended_at: suspendedAt === null ? null : rfc3339(suspendedAt),
  }
}

export async function listOrganizations(
  { storage }: AdminContext,
  { project, request }: AdminCall<PageRequest>,
): Promise<DataOf<AdminOrganizationsListResponse>> {
  const { items, nextCursor } = await storage.organizations.list(project.id, pageOf(request))
  return { organizations: items.map(adminView), next_cursor: nextCursor }
}

export async function createOrganization(
  context: AdminContext,
  call: AdminCall<AdminOrganizationsCreateRequest>,
): Promise<DataOf<AdminOrganizationResponse>> {
  const { project, request } = call
  requireBusiness(project)
  const { organization_name: name, organization_slug: slug } = request
  const organization = await context.storage.transaction(async (tx) => {
    const created = await insertOrganization(tx, context, { project, name, slug })
    await audit(tx, context, call, { event: 'organization_create', result: 'ok', targetId: created.id })
    return created
  })
  return { organization: adminView(organization) }
}

export async function getOrganization(
  { storage }: AdminContext,
  { project, params }: AdminCall<null>,
): Promise<DataOf<AdminOrganizationResponse>> {
  return { organization: adminView(await requireOrganization(storage, project, params.organization_id)) }
}

export async function changeOrganization(
  context: AdminContext,
  call: AdminCall<AdminOrganizationsUpdateRequest>,
): Promise<DataOf<AdminOrganizationResponse>> {
  const { revision, ...change } = call.request
  const { id } = await requireOrganization(context.storage, call.project, call.params.organization_id)
  const input = { source: call, organizationId: id, change, revision, granter: null }
  return { organization: adminView(await updateOrganization(context, input)) }
}

/** Decides like a sign-in with what the request describes. */
export async function simulateOrganization(
  context: AdminContext,
  { project, params, request }: AdminCall<AdminOrganizationsSimulateRequest>,
): Promise<DataOf<AdminOrganizationsSimulateResponse>> {
  const { storage, clock } = context
  const organization = await requireOrganization(storage, project, params.organization_id)
  const { email_address: text, method = 'magic_link', second_factor: secondFactor = null, permission } = request
  const { oauth_tenants: tenants = [], sso_connection_id: connectionId = '', sso_groups: groups = [] } = request
  const address = text === '' ? null : emailIdentifier(text).key
  const found = address === null ? null : await storage.members.findByEmail(organizationRealm(organization), address)
  const member = found && { status: found.status, address: emailOfMember(found), isFromDirectory: false }
  const facts: SimulationFacts = {
    join: await findJoinFacts(storage, context, { project, organization, member }),
    member: found && {
      ...memberFacts(found),
      assignments: assignmentsOf(found),
      isProven: emailOf(found)?.verified === true,
    },
    rbac: storedRoles(project, organization),
    now: clock.now(),
  }
  const simulated = simulateSignIn(facts, {
    ...{ address, method, tenants, connectionId, groups, secondFactor },
    permission: permission === undefined ? null : { resource: permission.resource_id, action: permission.action },
  })
  if (simulated === null) throw refuseField('.email_address', 'must not be empty without an OAuth method', 'minLength')
  return simulationView(simulated)
}

function simulationView({
  join,
  admission,
  roles,
  permission,
}: Simulation): DataOf<AdminOrganizationsSimulateResponse> {
  return {
    join: { allowed: join.allowed, membership: join.as, reasons: [...join.reasons] },
    admission: admission && { ...admissionView(admission.decision), reasons: [...admission.reasons] },
    roles: rolesView(roles),
    permission: permission && {
      allowed: permission.allowed,
      roles: permission.allowed ? rolesView(permission.roles) : [],
      nearest_role: permission.allowed ? null : permission.nearestRole,
    },
  }
}

type AdmissionView = NonNullable<AdminOrganizationsSimulateResponse['admission']>

function admissionView(decision: Admission): Omit<AdmissionView, 'reasons'> {
  const none = { allowed_auth_methods: [], allowed_mfa_methods: [], enrolled_mfa_methods: [] }
  switch (decision.kind) {
    case 'admitted':
      return { ...none, result: 'session' }
    case 'primary_required':
      return { ...none, result: 'primary_required', allowed_auth_methods: [...decision.allowed] }
    case 'mfa_required': {
      const { allowed, enrolled } = decision.options
      return {
        ...none,
        result: 'mfa_required',
        allowed_mfa_methods: [...allowed],
        enrolled_mfa_methods: [...enrolled],
      }
    }
    default:
      throw decision satisfies never
  }
}

export async function setSuspended(
  context: AdminContext,
  call: AdminCall<null>,
  isSuspended: boolean,
): Promise<DataOf<AdminOrganizationResponse>> {
  const { id } = await requireOrganization(context.storage, call.project, call.params.organization_id)
  return { organization: adminView(await suspendOrganization(context, call, id, isSuspended)) }
}

export async function deleteOrganization(context: AdminContext, call: AdminCall<null>): Promise<object> {
  const { id } = await requireOrganization(context.storage, call.project, call.params.organization_id)
  await removeOrganization(context, call, id)
  return {}
}

/** Finds the organization by id or slug. */
export async function requireOrganization(
  verbs: Pick<StorageVerbs, 'organizations'>,
  { id: projectId }: ProjectRecord,
  name = '',
): Promise<OrganizationRecord> {
  const found =
    (await verbs.organizations.get(projectId, name)) ?? (await verbs.organizations.getBySlug(projectId, name))
  if (!found) throw new ProviderError('organization_not_found')
  return found
}

export function requireBusiness({ vertical }: ProjectRecord): void {
  if (vertical !== 'B2B') throw new ProviderError('wrong_vertical')
}

export function pageOf({ cursor, limit = defaultPageSize }: PageRequest): { cursor?: string; limit: number } {
  return { limit, ...(cursor === undefined ? {} : { cursor }) }
}
