import * as z from 'zod'
import type { PageRequest } from '../../admin/admin-path.ts'
import type * as endpoints from '../../admin/organizations.ts'
import type {
  AdminMemberResponse,
  AdminMembersCreateRequest,
  AdminMembersListResponse,
  AdminMembersSearchResponse,
  AdminMembersUpdateRequest,
  AdminOrganizationResponse,
  AdminOrganizationsCreateRequest,
  AdminOrganizationsListResponse,
  AdminOrganizationsSimulateRequest,
  AdminOrganizationsSimulateResponse,
  AdminOrganizationsUpdateRequest,
  InvitationState,
} from '../../admin/organizations.ts'
import { memberStatuses, mfaMethods, organizationAuthMethods } from '../../b2b/policies.ts'
import { memberRole, namesShape, organization as organizationEntity, policyShape, roleIds } from '../b2b/entities.ts'
import {
  createMemberSearchRequest,
  createMemberUpdateRequest,
  createStartEmailUpdateRequest,
  createUnlinkRetiredEmailRequest,
} from '../b2b/members.ts'
import { email, id, label, noBody, ok, okShape, phoneNumber, prose, text, timestamp } from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { rbacRole } from '../core/rbac.ts'
import { pageInfo, pageRequest } from './page.ts'

const organization = z.intersection(
  organizationEntity,
  z.object({
    created_at: timestamp,
    updated_at: timestamp,
    suspended_at: timestamp.nullable(),
    revision: z.number().int().min(1),
  }),
)

const organizationResponse = exactly<AdminOrganizationResponse>()(z.object({ ...okShape, organization }))

const listed = z.array(label).max(200).optional()

const reasons = z.array(z.object({ code: label, description: prose }))

const status = z.enum(memberStatuses)

export const invitationState: Exact<InvitationState> = exactly<InvitationState>()(
  z.enum(['sent', 'opened', 'accepted', 'declined', 'expired', 'revoked', 'bounced']),
)

const member = z.object({
  member_id: id,
  organization_id: id,
  email_address: email,
  email_address_verified: z.boolean(),
  retired_email_addresses: z.array(z.object({ email_id: id, email_address: email })),
  status,
  name: label,
  trusted_metadata: jsonObject,
  untrusted_metadata: jsonObject,
  is_breakglass: z.boolean(),
  mfa_enrolled: z.boolean(),
  mfa_phone_number: phoneNumber,
  default_mfa_method: z.enum([...mfaMethods, '']),
  roles: z.array(label),
  invitation: z
    .object({
      state: invitationState,
      sent_at: timestamp,
      expires_at: timestamp,
    })
    .nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})

export const organizationMemberResponse: Exact<AdminMemberResponse> = exactly<AdminMemberResponse>()(
  z.object({ ...okShape, member }),
)
export const membersResponse: Exact<AdminMembersListResponse> = exactly<AdminMembersListResponse>()(
  z.object({ ...okShape, ...pageInfo, members: z.array(member) }),
)

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
    response: organizationResponse,
  },
  adminOrganizationsGet: { request: noBody, response: organizationResponse },
  adminOrganizationsUpdate: {
    request: exactly<AdminOrganizationsUpdateRequest>()(
      z.object({
        ...z.object(policyShape).partial().shape,
        ...namesShape,
        custom_roles: z.array(rbacRole).optional(),
        trusted_metadata: jsonObject.optional(),
        organization_external_id: label.min(1).nullable().optional(),
        revision: z.number().int().min(1).optional(),
      }),
    ),
    response: organizationResponse,
  },
  adminOrganizationsSuspend: { request: noBody, response: organizationResponse },
  adminOrganizationsSimulate: {
    request: exactly<AdminOrganizationsSimulateRequest>()(
      z.object({
        email_address: email,
        method: z.enum(organizationAuthMethods).optional(),
        oauth_tenants: listed,
        sso_connection_id: id.optional(),
        sso_groups: listed,
        second_factor: z.enum(mfaMethods).optional(),
        permission: z.object({ resource_id: label, action: label }).optional(),
      }),
    ),
    response: exactly<AdminOrganizationsSimulateResponse>()(
      z.object({
        ...okShape,
        join: z.object({
          allowed: z.boolean(),
          membership: z.object({ type: label, details: jsonObject.nullable() }).nullable(),
          reasons,
        }),
        admission: z
          .object({
            result: z.enum(['session', 'primary_required', 'mfa_required']),
            allowed_auth_methods: z.array(z.enum(organizationAuthMethods)),
            allowed_mfa_methods: z.array(z.enum(mfaMethods)),
            enrolled_mfa_methods: z.array(z.enum(mfaMethods)),
            reasons,
          })
          .nullable(),
        roles: z.array(memberRole),
        permission: z
          .object({ allowed: z.boolean(), roles: z.array(memberRole), nearest_role: label.nullable() })
          .nullable(),
      }),
    ),
  },
  adminOrganizationsResume: { request: noBody, response: organizationResponse },
  adminOrganizationsDelete: { request: noBody, response: ok },
  adminMembersList: {
    request: page,
    response: membersResponse,
  },
  adminMembersSearch: {
    request: createMemberSearchRequest(),
    response: exactly<AdminMembersSearchResponse>()(
      z.object({ ...okShape, ...pageInfo, members: z.array(member), total: z.number().int() }),
    ),
  },
  adminMembersCreate: {
    request: exactly<AdminMembersCreateRequest>()(
      z.object({
        email_address: email,
        name: label.optional(),
        status: z.enum(['active', 'pending', 'invited']).optional(),
        trusted_metadata: jsonObject.optional(),
        untrusted_metadata: jsonObject.optional(),
        is_breakglass: z.boolean().optional(),
        mfa_phone_number: phoneNumber.optional(),
        mfa_enrolled: z.boolean().optional(),
        roles: roleIds.optional(),
      }),
    ),
    response: organizationMemberResponse,
  },
  adminMembersGet: { request: noBody, response: organizationMemberResponse },
  adminMembersUpdate: {
    request: exactly<AdminMembersUpdateRequest>()(
      z.intersection(createMemberUpdateRequest(), z.object({ trusted_metadata: jsonObject.optional() })),
    ),
    response: organizationMemberResponse,
  },
  adminMembersDelete: { request: noBody, response: ok },
  adminMembersReactivate: { request: noBody, response: organizationMemberResponse },
  adminMembersDeleteFactor: { request: noBody, response: organizationMemberResponse },
  adminMembersUnlinkRetiredEmail: { request: createUnlinkRetiredEmailRequest(), response: organizationMemberResponse },
  adminMembersStartEmailUpdate: { request: createStartEmailUpdateRequest(), response: organizationMemberResponse },
}
