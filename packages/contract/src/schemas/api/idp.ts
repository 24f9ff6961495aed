import * as z from 'zod'
import type * as endpoints from '../../api/idp.ts'
import type * as b2bEndpoints from '../../b2b/idp.ts'
import type { B2bIdpOAuthAuthorizeStartResponse, B2bOAuthAuthorizeStartResponse } from '../../b2b/idp.ts'
import type {
  IdpClient,
  IdpOAuthAuthorizeStartRequest,
  IdpOAuthAuthorizeStartResponse,
  IdpOAuthAuthorizeSubmitRequest,
  IdpOAuthAuthorizeSubmitResponse,
  OAuthAuthorizeForm,
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '../../core/idp.ts'
import { memberShape } from '../b2b/responses.ts'
import { id, label, noData, okShape, proofKey, prose, signedToken, text, token, url } from '../core/base.ts'
import { user } from '../core/entities.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

const client = exactly<IdpClient>()(
  z.object({
    client_id: id,
    client_type: label,
    client_name: label,
    client_description: prose,
    client_logo_url: url.optional(),
    is_verified: z.boolean(),
  }),
)

const scopes = z.array(label).max(200)
const state = prose.optional()
const asked = {
  client_id: id,
  redirect_uri: url,
  response_type: label,
  prompt: label.optional(),
  code_challenge: proofKey.optional(),
  state,
  nonce: token.optional(),
}
/** A form field is text: forms have no booleans. */
const flag = z.enum(['true', 'false'])

const newerFields = {
  client,
  scope_results: z.array(z.object({ scope: label, is_grantable: z.boolean(), description: prose })),
}

const olderFields = {
  consent_required: z.boolean(),
  oidc_client: client,
  grantable_scope: prose,
  ungrantable_scope: prose,
  granted_scope: prose,
  redirect_uri: url,
}

const userFields = { user_id: id, user }

export const idpSchemas: SchemasOf<typeof endpoints> = {
  oauthAuthorizeStart: {
    request: exactly<OAuthAuthorizeStartRequest>()(z.object({ ...asked, scope: prose })),
    response: exactly<OAuthAuthorizeStartResponse>()(
      z.object({ ...okShape, ...olderFields, ...newerFields, ...userFields }),
    ),
  },
  oauthAuthorize: {
    request: exactly<OAuthAuthorizeForm>()(
      z.object({
        ...asked,
        scope: prose,
        consent_granted: flag,
        consent_denied: flag.optional(),
        __Authorization: text(2_048),
        '__X-SDK-Client': text(8_192).optional(),
        '__X-SDK-Parent-Host': url.optional(),
      }),
    ),
    response: noData,
  },
  oauthLogoutStart: {
    request: exactly<OAuthLogoutStartRequest>()(
      z.object({ client_id: id, post_logout_redirect_uri: url, id_token_hint: signedToken.optional(), state }),
    ),
    response: exactly<OAuthLogoutStartResponse>()(
      z.object({ ...okShape, redirect_uri: text(8_192), consent_required: z.boolean() }),
    ),
  },
  idpOAuthAuthorizeStart: {
    request: exactly<IdpOAuthAuthorizeStartRequest>()(z.object({ ...asked, scopes })),
    response: exactly<IdpOAuthAuthorizeStartResponse>()(
      z.object({ ...okShape, ...newerFields, ...userFields, consent_required: z.boolean() }),
    ),
  },
  idpOAuthAuthorizeSubmit: {
    request: exactly<IdpOAuthAuthorizeSubmitRequest>()(
      z.object({
        ...asked,
        scopes,
        consent_granted: z.boolean(),
        consent_denied: z.boolean().optional(),
      }),
    ),
    response: exactly<IdpOAuthAuthorizeSubmitResponse>()(
      // The redirect URI with code and state in its query.
      z.object({ ...okShape, redirect_uri: text(8_192), authorization_code: token.optional() }),
    ),
  },
}

export const b2bIdpSchemas: SchemasOf<typeof b2bEndpoints> = {
  b2bOAuthAuthorizeStart: {
    request: idpSchemas.oauthAuthorizeStart.request,
    response: exactly<B2bOAuthAuthorizeStartResponse>()(z.object({ ...memberShape, ...olderFields, ...newerFields })),
  },
  b2bOAuthAuthorize: idpSchemas.oauthAuthorize,
  b2bOAuthLogoutStart: idpSchemas.oauthLogoutStart,
  b2bIdpOAuthAuthorizeStart: {
    request: idpSchemas.idpOAuthAuthorizeStart.request,
    response: exactly<B2bIdpOAuthAuthorizeStartResponse>()(
      z.object({ ...memberShape, ...newerFields, consent_required: z.boolean() }),
    ),
  },
  b2bIdpOAuthAuthorizeSubmit: idpSchemas.idpOAuthAuthorizeSubmit,
}
