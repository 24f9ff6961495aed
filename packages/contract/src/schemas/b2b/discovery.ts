import * as z from 'zod'
import type * as endpoints from '../../b2b/discovery.ts'
import type {
  B2bDiscoveryIntermediateSessionsExchangeRequest,
  B2bDiscoveryOrganizationsCreateRequest,
  B2bDiscoveryOrganizationsListResponse,
} from '../../b2b/discovery.ts'
import type { IntermediateSession } from '../../b2b/responses.ts'
import { email, id, locale, okShape, sessionDuration } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { discoveredOrganization, namesShape, policyShape } from './entities.ts'
import { intermediateSession, memberSignInResponse } from './responses.ts'

export const b2bDiscoverySchemas: SchemasOf<typeof endpoints> = {
  b2bDiscoveryOrganizationsList: {
    request: exactly<IntermediateSession>()(z.object(intermediateSession)),
    response: exactly<B2bDiscoveryOrganizationsListResponse>()(
      z.object({
        ...okShape,
        email_address: email,
        discovered_organizations: z.array(discoveredOrganization),
        organization_id_hint: id.nullable(),
      }),
    ),
  },
  b2bDiscoveryOrganizationsCreate: {
    request: exactly<B2bDiscoveryOrganizationsCreateRequest>()(
      z.object({
        ...sessionDuration,
        ...intermediateSession,
        ...namesShape,
        sso_jit_provisioning: policyShape.sso_jit_provisioning.optional(),
        email_allowed_domains: policyShape.email_allowed_domains.optional(),
        email_jit_provisioning: policyShape.email_jit_provisioning.optional(),
        email_invites: policyShape.email_invites.optional(),
        oauth_tenant_jit_provisioning: policyShape.oauth_tenant_jit_provisioning.optional(),
        allowed_oauth_tenants: policyShape.allowed_oauth_tenants.optional(),
        auth_methods: policyShape.auth_methods.optional(),
        allowed_auth_methods: policyShape.allowed_auth_methods.optional(),
        mfa_policy: policyShape.mfa_policy.optional(),
      }),
    ),
    response: memberSignInResponse,
  },
  b2bDiscoveryIntermediateSessionsExchange: {
    request: exactly<B2bDiscoveryIntermediateSessionsExchangeRequest>()(
      z.object({ ...sessionDuration, ...intermediateSession, organization_id: id, locale: locale.optional() }),
    ),
    response: memberSignInResponse,
  },
}
