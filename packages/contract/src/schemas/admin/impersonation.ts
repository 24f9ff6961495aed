import * as z from 'zod'
import type * as endpoints from '../../admin/impersonation.ts'
import type {
  AdminImpersonationsRevokeRequest,
  AdminImpersonationsRevokeResponse,
  AdminImpersonationTokenRequest,
  AdminImpersonationTokenResponse,
} from '../../admin/impersonation.ts'
import { id, okShape, text, timestamp, token } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

export const impersonationSchemas: SchemasOf<typeof endpoints> = {
  adminImpersonationTokensCreate: {
    request: exactly<AdminImpersonationTokenRequest>()(z.object({ user_id: id, impersonator: text(256).min(1) })),
    response: exactly<AdminImpersonationTokenResponse>()(
      z.object({ ...okShape, impersonation_token: token, expires_at: timestamp }),
    ),
  },
  adminImpersonationsRevoke: {
    request: exactly<AdminImpersonationsRevokeRequest>()(z.object({ impersonator: text(256).min(1) })),
    response: exactly<AdminImpersonationsRevokeResponse>()(z.object({ ...okShape, revoked: z.array(id) })),
  },
}
