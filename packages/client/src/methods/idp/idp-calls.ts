import type {
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '@latchkey/contract'
import { oauthAuthorizeStart as authorizeStart, oauthLogoutStart as logoutStart } from '@latchkey/contract'
import type { validate } from '../../core/validate.ts'
import type { createCall } from '../create-call.ts'
import type { OAuthAuthorizeSubmitOptions, SubmitContext } from './submit-authorize.ts'
import { submitAuthorize } from './submit-authorize.ts'

/** Functions are part of the context: an import of a value would make bundlers split the entry into two files. */
export interface IdpContext extends SubmitContext {
  readonly createCall: typeof createCall
  readonly validate: typeof validate
}

const application = 'client_id redirect_uri response_type scope prompt? code_challenge? state? nonce?'

export function oauthAuthorizeStart(
  ctx: IdpContext,
  options: OAuthAuthorizeStartRequest,
): Promise<OAuthAuthorizeStartResponse> {
  return ctx.createCall(ctx.request, authorizeStart, 'idp.oauthAuthorizeStart', application)(options)
}

export function oauthAuthorizeSubmit(ctx: IdpContext, options: OAuthAuthorizeSubmitOptions): Promise<void> {
  const fields = ctx.validate<OAuthAuthorizeSubmitOptions>(
    'idp.oauthAuthorizeSubmit',
    `${application} consent_granted:boolean consent_denied?:boolean`,
    options,
  )
  return submitAuthorize(ctx, fields)
}

export function oauthLogoutStart(ctx: IdpContext, options: OAuthLogoutStartRequest): Promise<OAuthLogoutStartResponse> {
  const types = 'client_id post_logout_redirect_uri id_token_hint? state?'
  return ctx.createCall(ctx.request, logoutStart, 'idp.oauthLogoutStart', types)(options)
}
