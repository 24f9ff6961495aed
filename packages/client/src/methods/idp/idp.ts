import type {
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '@latchkey/contract'
import { sdkPath } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate } from '../../core/validate.ts'
import { createCall } from '../create-call.ts'
import type { OAuthAuthorizeSubmitOptions } from './submit-authorize.ts'

/** For the consent page of a project that is an identity provider for other applications. */
export interface IdentityProvider {
  /** Fetches what an application requests, and what the user may grant. */
  oauthAuthorizeStart(options: OAuthAuthorizeStartRequest): Promise<OAuthAuthorizeStartResponse>
  /** Navigates to the application, with the consent or the denial of the user. */
  oauthAuthorizeSubmit(options: OAuthAuthorizeSubmitOptions): Promise<void>
  /** Fetches whether the user has to confirm a logout that an application requests. */
  oauthLogoutStart(options: OAuthLogoutStartRequest): Promise<OAuthLogoutStartResponse>
}

/**
 * Creates the method group `idp` for a context without the other groups.
 *
 * @example
 * const idp = createIdentityProvider(createContext('public-token-test-…', options))
 * await idp.oauthLogoutStart({ client_id, post_logout_redirect_uri })
 */
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
