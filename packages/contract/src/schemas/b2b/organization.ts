import * as z from 'zod'
import type * as endpoints from '../../b2b/organization.ts'
import type {
  B2bOrganizationDeleteResponse,
  B2bOrganizationGetBySlugRequest,
  B2bOrganizationGetBySlugResponse,
  B2bOrganizationResponse,
  B2bOrganizationUpdateRequest,
} from '../../b2b/organization.ts'
import { id, label, noBody, okShape } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { rbacRole } from '../core/rbac.ts'
import { namesShape, organization, policyShape, publicShape } from './entities.ts'

const organizationResponse = exactly<B2bOrganizationResponse>()(z.object({ ...okShape, organization }))

export const b2bOrganizationSchemas: SchemasOf<typeof endpoints> = {
  b2bOrganizationGet: { request: noBody, response: organizationResponse },
  b2bOrganizationUpdate: {
    request: exactly<B2bOrganizationUpdateRequest>()(
      z.object({ ...z.object(policyShape).partial().shape, ...namesShape, custom_roles: z.array(rbacRole).optional() }),
    ),
    response: organizationResponse,
  },
  b2bOrganizationDelete: {
    request: noBody,
    response: exactly<B2bOrganizationDeleteResponse>()(z.object({ ...okShape, organization_id: id })),
  },
  b2bOrganizationGetBySlug: {
    request: exactly<B2bOrganizationGetBySlugRequest>()(z.object({ organization_slug: label })),
    response: exactly<B2bOrganizationGetBySlugResponse>()(
      z.object({
        ...okShape,
        organization: z
          .object({
            ...publicShape,
            sso_default_connection_id: policyShape.sso_default_connection_id,
            sso_jit_provisioning: policyShape.sso_jit_provisioning,
            email_jit_provisioning: policyShape.email_jit_provisioning,
            email_invites: policyShape.email_invites,
            oauth_tenant_jit_provisioning: policyShape.oauth_tenant_jit_provisioning,
            auth_methods: policyShape.auth_methods,
            allowed_auth_methods: policyShape.allowed_auth_methods,
            mfa_methods: policyShape.mfa_methods,
            allowed_mfa_methods: policyShape.allowed_mfa_methods,
            mfa_policy: policyShape.mfa_policy,
          })
          .nullable(),
      }),
    ),
  },
}
