import type {
  OAuthAttachResponse,
  OAuthAuthenticateRequest,
  OAuthAuthenticateResponse,
  OAuthProvider,
  SessionDuration,
} from '@latchkey/contract'
import { oauthAuthenticate, oauthProviders } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate, validateStrings } from '../../core/validate.ts'
import { createPkce } from '../../pkce/pkce.ts'
import type { OAuthStartOptions } from './start.ts'

export type { OAuthStartOptions } from './start.ts'

/** The start of a sign-in at one identity provider. */
export interface OAuthStart {
  /** Navigates to the identity provider. */
  start(options?: OAuthStartOptions): Promise<void>
}

/**
 * Sign-in with an identity provider.
 *
 * @example
 * await client.oauth.google.start({ login_redirect_url: 'https://app.example.com/in' })
 */
export interface OAuth extends Readonly<Record<OAuthProvider, OAuthStart>> {
  /**
   * Requests a token that adds an identity of this provider to the signed-in user, whatever its email address. The token
   * works once, within ten minutes.
   *
   * @example
   * const { oauth_attach_token } = await client.oauth.attach('google')
   * await client.oauth.google.start({ oauth_attach_token })
   */
  attach(provider: OAuthProvider): Promise<OAuthAttachResponse>
  /**
   * Redeems the token of a sign-in that was started in this browser. Rejects with the `SdkError` `missing_pkce` in any
   * other browser, so that an attacker cannot sign the user in to the attacker's account with a link.
   *
   * @example
   * const { provider_values } = await client.oauth.authenticate(token, { session_duration_minutes: 30 })
   */
  authenticate(token: string, options: SessionDuration): Promise<OAuthAuthenticateResponse>
}

/**
 * Creates the method group `oauth` for a context without the other groups.
 *
 * @example
 * const oauth = createOAuth(createContext('public-token-test-…', options))
 * await oauth.github.start({ login_redirect_url: 'https://app.example.com/in' })
 */
export function createOAuth(
  ctx: Pick<
    ClientContext,
    'api' | 'authenticate' | 'bootstrap' | 'options' | 'platform' | 'publicToken' | 'request' | 'storage' | 'warn'
  >,
): OAuth {
  const pkce = createPkce(ctx)
  const loaded = { ...ctx, pkce, validate, validateStrings }

  return {
    ...(Object.fromEntries(
      oauthProviders.map((provider) => [
        provider,
        {
          start: async (options) => (await import('./start.ts')).startOAuth(loaded, provider, options),
        } satisfies OAuthStart,
      ]),
    ) as Record<OAuthProvider, OAuthStart>),
    attach: async (provider) => (await import('./start.ts')).attachOAuth(loaded, provider),
    async authenticate(token, options) {
      const body = validate<OAuthAuthenticateRequest>('oauth.authenticate', 'token session_duration_minutes:number', {
        ...options,
        token,
      })
      if (!pkce.find('oauth')) ctx.warn('No code verifier found for OAuth.')
      return pkce.redeem(
        ['oauth'],
        (code_verifier) => ctx.authenticate(oauthAuthenticate, { ...body, code_verifier } as OAuthAuthenticateRequest),
        'missing_pkce',
      )
    },
  }
}
