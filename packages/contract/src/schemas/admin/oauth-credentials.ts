import * as z from 'zod'
import type * as endpoints from '../../admin/oauth-credentials.ts'
import type {
  AdminOAuthCredentialsListResponse,
  AdminOAuthCredentialsResponse,
  AdminOAuthCredentialsSetRequest,
} from '../../admin/oauth-credentials.ts'
import { identityProviderNames } from '../../core/identity-provider-names.ts'
import { label, noBody, ok, okShape, text, timestamp, url } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

const credentials = z.object({
  provider: z.enum(identityProviderNames),
  client_id: label,
  options: z.record(label, label),
  redirect_uri: url,
  created_at: timestamp,
  updated_at: timestamp,
})

export const oauthCredentialsSchemas: SchemasOf<typeof endpoints> = {
  adminOAuthCredentialsList: {
    request: noBody,
    response: exactly<AdminOAuthCredentialsListResponse>()(
      z.object({ ...okShape, oauth_credentials: z.array(credentials) }),
    ),
  },
  adminOAuthCredentialsSet: {
    request: exactly<AdminOAuthCredentialsSetRequest>()(
      z.object({
        client_id: text(256).min(1),
        client_secret: text(1_024).min(1).optional(),
        team_id: label.optional(),
        key_id: label.optional(),
        private_key: text(4_096).optional(),
        tenant: label.optional(),
        host: label.optional(),
      }),
    ),
    response: exactly<AdminOAuthCredentialsResponse>()(z.object({ ...okShape, oauth_credentials: credentials })),
  },
  adminOAuthCredentialsDelete: { request: noBody, response: ok },
}
