import type {
  Endpoint,
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '@latchkey/contract'
import {
  oauthAuthorizeStart as authorizeStart,
  idpOAuthAuthorizeSubmit,
  oauthLogoutStart as logoutStart,
  oauthAuthorize,
} from '@latchkey/contract'
import type { validate } from '../../core/validate.ts'
import type { createCall } from '../create-call.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { OAuthAuthorizeSubmitOptions, SubmitContext, SubmitEndpoints } from './submit-authorize.ts'
import { submitAuthorize } from './submit-authorize.ts'

/** Functions are part of the context: an import of a value would make bundlers split the entry into two files. */
export interface IdpContext extends SubmitContext {
  readonly createCall: typeof createCall
  readonly validate: typeof validate
}

export interface IdpEndpoints<Start> extends SubmitEndpoints {
  readonly authorizeStart: Endpoint<OAuthAuthorizeStartRequest, Start>
  readonly logoutStart: Endpoint<OAuthLogoutStartRequest, OAuthLogoutStartResponse>
}

const application = 'client_id redirect_uri response_type scope prompt? code_challenge? state? nonce?'

export function createIdpCalls<Start>(ctx: IdpContext, endpoints: IdpEndpoints<Start>): IdentityProvider<Start> {
  const { createCall, request, validate } = ctx
  return {
    oauthAuthorizeStart: createCall(request, endpoints.authorizeStart, 'idp.oauthAuthorizeStart', application),
    async oauthAuthorizeSubmit(options) {
      const fields = validate<OAuthAuthorizeSubmitOptions>(
        'idp.oauthAuthorizeSubmit',
        `${application} consent_granted:boolean consent_denied?:boolean`,
        options,
      )
      return submitAuthorize(ctx, endpoints, fields)
    },
    oauthLogoutStart: createCall(
      request,
      endpoints.logoutStart,
      'idp.oauthLogoutStart',
      'client_id post_logout_redirect_uri id_token_hint? state?',
    ),
  }
}

export function userIdpCalls(ctx: IdpContext): IdentityProvider<OAuthAuthorizeStartResponse> {
  const endpoints = { authorizeStart, logoutStart, authorize: oauthAuthorize, authorizeSubmit: idpOAuthAuthorizeSubmit }
  return createIdpCalls(ctx, endpoints)
}
