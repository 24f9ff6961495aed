import type {
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '@latchkey/contract'
import { sdkPath } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { validate } from '../../core/validate.ts'
import { createCall } from '../create-call.ts'
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
  const load = (): Promise<typeof import('./idp-calls.ts')> => import('./idp-calls.ts')
  const context = { ...ctx, createCall, validate, sdkUrl: ctx.api + sdkPath }
  return {
    oauthAuthorizeStart: async (options) => (await load()).oauthAuthorizeStart(context, options),
    oauthAuthorizeSubmit: async (options) => (await load()).oauthAuthorizeSubmit(context, options),
    oauthLogoutStart: async (options) => (await load()).oauthLogoutStart(context, options),
  }
}
