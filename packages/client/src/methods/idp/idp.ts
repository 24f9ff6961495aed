import type {
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '@latchkey/contract'
import { oauthAuthorizeStart, oauthLogoutStart } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { validate } from '../../core/validate.ts'
import { caller } from '../caller.ts'
import type { OAuthAuthorizeSubmitOptions } from './submit-authorize.ts'

/** For pages where people let other applications in: this project is their identity provider. */
export interface IdentityProvider {
  /** What an application asks for, and how much of it may be granted. */
  oauthAuthorizeStart(options: OAuthAuthorizeStartRequest): Promise<OAuthAuthorizeStartResponse>
  /** Leaves the page for the application's, with consent or without. */
  oauthAuthorizeSubmit(options: OAuthAuthorizeSubmitOptions): Promise<void>
  /** Asks whether a log-out that an application wants has to be confirmed. */
  oauthLogoutStart(options: OAuthLogoutStartRequest): Promise<OAuthLogoutStartResponse>
}

export function createIdentityProvider(
  ctx: Pick<ClientContext, 'api' | 'headers' | 'options' | 'platform' | 'request' | 'session'>,
): IdentityProvider {
  const application = 'client_id redirect_uri response_type scope prompt?'

  return {
    oauthAuthorizeStart: caller(ctx.request, oauthAuthorizeStart, 'idp.oauthAuthorizeStart', application),
    async oauthAuthorizeSubmit(options) {
      const fields = validate<OAuthAuthorizeSubmitOptions>(
        'idp.oauthAuthorizeSubmit',
        `${application} code_challenge? state? nonce? consent_granted:boolean consent_denied?:boolean`,
        options,
      )
      return (await import('./submit-authorize.ts')).submitAuthorize(ctx, fields)
    },
    oauthLogoutStart: caller(
      ctx.request,
      oauthLogoutStart,
      'idp.oauthLogoutStart',
      'client_id post_logout_redirect_uri id_token_hint? state?',
    ),
  }
}
