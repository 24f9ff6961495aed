import { sdkPath } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate } from '../../core/validate.ts'
import { createCall } from '../create-call.ts'
import { lazyMethods } from '../lazy-methods.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { IdpContext } from './idp-calls.ts'

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
  return createLazyIdp(ctx, async (context) => (await import('./idp-calls.ts')).userIdpCalls(context))
}

/** Loads the calls when the first is made, because only the consent page makes one. */
export function createLazyIdp<Start>(
  ctx: Omit<IdpContext, 'createCall' | 'sdkUrl' | 'validate'> & { readonly api: string },
  load: (context: IdpContext) => Promise<IdentityProvider<Start>>,
): IdentityProvider<Start> {
  const context = { ...ctx, createCall, validate, sdkUrl: ctx.api + sdkPath }
  return lazyMethods(['oauthAuthorizeStart', 'oauthAuthorizeSubmit', 'oauthLogoutStart'], () => load(context))
}
