import * as z from 'zod'
import type { PageRequest } from '../../admin/admin-path.ts'
import type * as endpoints from '../../admin/organizations.ts'
import type {
  AdminMemberResponse,
  AdminMembersCreateRequest,
  AdminMembersListResponse,
  AdminOrganizationResponse,
  AdminOrganizationsCreateRequest,
  AdminOrganizationsListResponse,
} from '../../admin/organizations.ts'
import { memberStatuses } from '../../b2b/policies.ts'
import { email, id, label, okShape, text, timestamp } from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { pageInfo, pageRequest } from './page.ts'

const organization = z.object({
  organization_id: id,
  organization_name: label,
  organization_slug: label,
  created_at: timestamp,
})

const status = z.enum(memberStatuses)

const member = z.object({
  member_id: id,
  organization_id: id,
  email_address: email,
  status,
  name: label,
  created_at: timestamp,
})

const page: Exact<PageRequest> = exactly<PageRequest>()(z.object(pageRequest))

export const organizationSchemas: SchemasOf<typeof endpoints> = {
  adminOrganizationsList: {
    request: page,
    response: exactly<AdminOrganizationsListResponse>()(
      z.object({ ...okShape, ...pageInfo, organizations: z.array(organization) }),
    ),
  },
  adminOrganizationsCreate: {
    request: exactly<AdminOrganizationsCreateRequest>()(
      z.object({ organization_name: text(128).min(1), organization_slug: text(128).optional() }),
    ),
    response: exactly<AdminOrganizationResponse>()(z.object({ ...okShape, organization })),
  },
  adminMembersList: {
    request: page,
    response: exactly<AdminMembersListResponse>()(z.object({ ...okShape, ...pageInfo, members: z.array(member) })),
  },
  adminMembersCreate: {
    request: exactly<AdminMembersCreateRequest>()(
      z.object({ email_address: email, name: label.optional(), status: status.optional() }),
    ),
    response: exactly<AdminMemberResponse>()(z.object({ ...okShape, member })),
  },
}
