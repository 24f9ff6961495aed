import type {
  AdminOrganizationDomain,
  AdminOrganizationDomainResponse,
  AdminOrganizationDomainsCreateRequest,
  AdminOrganizationDomainsListResponse,
} from '@latchkey/contract/admin'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { challengeName } from '../../organizations/domains/domain-proof.ts'
import { addDomain, checkDomain, removeDomain } from '../../organizations/domains/manage-domains.ts'
import type { DomainOwner, OrganizationDomainRecord } from '../../storage/organization-domains.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { requireOrganization } from './organizations.service.ts'

function domainView(record: OrganizationDomainRecord): AdminOrganizationDomain {
  const { organizationId, domain, state, token, verifiedAt, checkedAt, failures } = record
  return {
    ...{ organization_id: organizationId, domain, state, failures },
    txt_record: { name: challengeName(domain), value: token },
    verified_at: verifiedAt === null ? null : rfc3339(verifiedAt),
    checked_at: checkedAt === null ? null : rfc3339(checkedAt),
  }
}

export async function listOrganizationDomains(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<AdminOrganizationDomainsListResponse>> {
  const domains = await context.storage.organizationDomains.list(await ownerOf(context, call))
  return { domains: domains.map(domainView) }
}

export async function addOrganizationDomain(
  context: AdminContext,
  call: AdminCall<AdminOrganizationDomainsCreateRequest>,
): Promise<DataOf<AdminOrganizationDomainResponse>> {
  return { domain: domainView(await addDomain(context, call, await ownerOf(context, call), call.request.domain)) }
}

export async function checkOrganizationDomain(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<AdminOrganizationDomainResponse>> {
  const owner = await ownerOf(context, call)
  return { domain: domainView(await checkDomain(context, call, owner, call.params.domain ?? '')) }
}

export async function removeOrganizationDomain(context: AdminContext, call: AdminCall<null>): Promise<object> {
  await removeDomain(context, call, await ownerOf(context, call), call.params.domain ?? '')
  return {}
}

async function ownerOf({ storage }: AdminContext, { project, params }: AdminCall<unknown>): Promise<DomainOwner> {
  const { id } = await requireOrganization(storage, project, params.organization_id)
  return { projectId: project.id, organizationId: id }
}
