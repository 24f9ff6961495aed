import * as z from 'zod'
import type * as endpoints from '../../admin/oauth-attach.ts'
import type { AdminOAuthAttachTokenRequest, AdminOAuthAttachTokenResponse } from '../../admin/oauth-attach.ts'
import { oauthProviders } from '../../core/oauth-providers.ts'
import { id, okShape, timestamp, token } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

export const oauthAttachSchemas: SchemasOf<typeof endpoints> = {
  adminOAuthAttachTokensCreate: {
    request: exactly<AdminOAuthAttachTokenRequest>()(z.object({ user_id: id, provider: z.enum(oauthProviders) })),
    response: exactly<AdminOAuthAttachTokenResponse>()(
      z.object({ ...okShape, oauth_attach_token: token, expires_at: timestamp }),
    ),
  },
}
