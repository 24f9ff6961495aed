import * as z from 'zod'
import type * as endpoints from '../../api/bootstrap.ts'
import type { BootstrapResponse } from '../../api/bootstrap.ts'
import { dfpModes, verticals } from '../../core/products.ts'
import { label, noBody, okShape, url } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { rbacPolicy } from '../core/rbac.ts'

export const bootstrapSchemas: SchemasOf<typeof endpoints> = {
  projectsBootstrap: {
    request: noBody,
    response: exactly<BootstrapResponse>()(
      z.object({
        ...okShape,
        project_name: label,
        disable_sdk_watermark: z.boolean(),
        cname_domain: label.nullable(),
        email_domains: z.array(label),
        captcha_settings: z.union([
          z.object({ enabled: z.literal(false) }),
          z.object({ enabled: z.literal(true), siteKey: label }),
        ]),
        pkce_required_for_email_magic_links: z.boolean(),
        pkce_required_for_password_resets: z.boolean(),
        pkce_required_for_oauth: z.boolean(),
        pkce_required_for_sso: z.boolean(),
        slug_pattern: url.nullable(),
        create_organization_enabled: z.boolean(),
        password_config: z
          .object({ luds_complexity: z.number().int(), luds_minimum_count: z.number().int() })
          .nullable(),
        dfp_protected_auth_enabled: z.boolean().optional(),
        dfp_protected_auth_mode: z.enum(dfpModes).optional(),
        rbac_policy: rbacPolicy.optional(),
        siwe_required_for_crypto_wallets: z.boolean(),
        vertical: z.enum(verticals),
      }),
    ),
  },
}
