import * as z from 'zod'
import type * as endpoints from '../../admin/organization-domains.ts'
import type {
  AdminOrganizationDomainResponse,
  AdminOrganizationDomainsCreateRequest,
  AdminOrganizationDomainsListResponse,
} from '../../admin/organization-domains.ts'
import { id, label, noBody, ok, okShape, text, timestamp } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

// RFC 1035 §2.3.4: at most 255 octets.
const domainName = text(255)

const domain = z.object({
  organization_id: id,
  domain: domainName,
  state: z.enum(['pending', 'verified', 'lapsed']),
  txt_record: z.object({ name: label, value: label }),
  verified_at: timestamp.nullable(),
  checked_at: timestamp.nullable(),
  failures: z.number().int().min(0),
})

const domainResponse = exactly<AdminOrganizationDomainResponse>()(z.object({ ...okShape, domain }))

export const organizationDomainSchemas: SchemasOf<typeof endpoints> = {
  adminOrganizationDomainsList: {
    request: noBody,
    response: exactly<AdminOrganizationDomainsListResponse>()(z.object({ ...okShape, domains: z.array(domain) })),
  },
  adminOrganizationDomainsCreate: {
    request: exactly<AdminOrganizationDomainsCreateRequest>()(z.object({ domain: domainName.min(1) })),
    response: domainResponse,
  },
  adminOrganizationDomainsCheck: { request: noBody, response: domainResponse },
  adminOrganizationDomainsDelete: { request: noBody, response: ok },
}
