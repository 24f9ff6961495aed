import * as z from 'zod'
import type { PageRequest } from '../../admin/admin-path.ts'
import type * as endpoints from '../../admin/oauth-clients.ts'
import type {
  AdminOAuthClient,
  AdminOAuthClientResponse,
  AdminOAuthClientSecretRequest,
  AdminOAuthClientSecretResponse,
  AdminOAuthClientsCreateRequest,
  AdminOAuthClientsListResponse,
  AdminOAuthClientsUpdateRequest,
} from '../../admin/oauth-clients.ts'
import { id, label, noBody, ok, okShape, prose, text, timestamp, token, url } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { pageInfo, pageRequest } from './page.ts'

const clientType = z.enum(['first_party', 'first_party_public', 'third_party', 'third_party_public'])
const algorithm = z.enum(['ES256', 'RS256']).nullable()

const changeable = {
  client_name: text(100).min(1),
  client_description: prose,
  client_logo_url: url.nullable(),
  redirect_uris: z.array(url).max(100),
  post_logout_redirect_uris: z.array(url).max(100),
  scopes: z.array(label).max(200).nullable(),
  client_credentials: z.boolean(),
  backchannel_logout_uri: url.nullable(),
  id_token_signed_response_alg: algorithm,
  access_token_minutes: z.number().int().min(1).max(1_440),
}

const client = exactly<AdminOAuthClient>()(
  z.object({
    ...changeable,
    client_id: id,
    client_type: clientType,
    source: z.enum(['admin', 'registration', 'document']),
    secret_hint: label,
    created_at: timestamp,
    updated_at: timestamp,
  }),
)

const one = exactly<AdminOAuthClientResponse>()(z.object({ ...okShape, oauth_client: client }))
const withSecret = exactly<AdminOAuthClientSecretResponse>()(
  z.object({ ...okShape, oauth_client: client, client_secret: token.optional() }),
)

/** Strict: ignoring a misspelled field could leave a security setting unchanged. */
export const oauthClientSchemas: SchemasOf<typeof endpoints> = {
  adminOAuthClientsList: {
    request: exactly<PageRequest>()(z.object(pageRequest)),
    response: exactly<AdminOAuthClientsListResponse>()(
      z.object({ ...okShape, ...pageInfo, oauth_clients: z.array(client) }),
    ),
  },
  adminOAuthClientsCreate: {
    request: exactly<AdminOAuthClientsCreateRequest>()(
      z
        .strictObject({ ...changeable, client_type: clientType })
        .partial()
        .required({ client_type: true, client_name: true }),
    ),
    response: withSecret,
  },
  adminOAuthClientsGet: { request: noBody, response: one },
  adminOAuthClientsUpdate: {
    request: exactly<AdminOAuthClientsUpdateRequest>()(z.strictObject(changeable).partial()),
    response: one,
  },
  adminOAuthClientsDelete: { request: noBody, response: ok },
  adminOAuthClientsAdmit: { request: noBody, response: ok },
  adminOAuthClientsRotateSecret: {
    request: exactly<AdminOAuthClientSecretRequest>()(
      z.strictObject({ keep_minutes: z.number().int().min(0).max(10_080).optional() }),
    ),
    response: withSecret,
  },
}
