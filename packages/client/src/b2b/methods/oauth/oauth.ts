import type { B2bOAuthProvider } from '@latchkey/contract'
import { b2bOAuthProviders } from '@latchkey/contract'
import type {
  B2bOAuthAuthenticateRequest,
  B2bOAuthAuthenticateResponse,
  B2bOAuthDiscoveryAuthenticateRequest,
  DiscoveryResponse,
} from '@latchkey/contract/b2b'
import { b2bOAuthAuthenticate, b2bOAuthDiscoveryAuthenticate } from '@latchkey/contract/b2b'
import { validate, validateStrings } from '../../../core/validate.ts'
import { createPkce } from '../../../pkce/pkce.ts'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { withIntermediate } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import type { MemberOneTap } from './one-tap.ts'
import { createMemberOneTap } from './one-tap.ts'
import type { MemberOAuthStartOptions, OAuthDiscoveryStartOptions } from './start.ts'

export type { MemberOneTap } from './one-tap.ts'
export type { MemberOneTapOptions, OneTapDiscoveryOptions } from './one-tap-options.ts'
export type { MemberOAuthStartOptions, OAuthDiscoveryStartOptions, OrganizationChoice } from './start.ts'

/** The starts of a sign-in at one identity provider. */
export interface MemberOAuthStart {
  /** Navigates to the identity provider, to sign in to an organization. */
  start(options: MemberOAuthStartOptions): Promise<void>
  readonly discovery: {
    /** Navigates to the identity provider, to sign in without an organization. */
    start(options?: OAuthDiscoveryStartOptions): Promise<void>
  }
}

/**
 * Sign-in with an identity provider.
 *
 * @example
 * await client.oauth.google.start({ organization_slug: 'acme' })
 * await client.oauth.google.discovery.start()
 */
export interface MemberOAuth extends Readonly<Record<B2bOAuthProvider, MemberOAuthStart>> {
  readonly googleOneTap: MemberOneTap
  /**
   * Redeems the token of a sign-in to an organization. Without a session in the response, another factor is missing.
   * Rejects with the `SdkError` `missing_pkce` in a browser that did not start the sign-in, so that an attacker cannot
   * sign a person in to the attacker's account with a link.
   *
   * @example
   * const { member_session, provider_values } = await client.oauth.authenticate({ oauth_token, session_duration_minutes: 30 })
   */
  authenticate(options: ContinuedOptions<B2bOAuthAuthenticateRequest>): Promise<B2bOAuthAuthenticateResponse>
  readonly discovery: {
    /** Redeems the token of a sign-in without an organization, like `authenticate`. Next, choose one with `client.discovery`. */
    authenticate(options: ContinuedOptions<B2bOAuthDiscoveryAuthenticateRequest>): Promise<DiscoveryResponse>
  }
}

export function createMemberOAuth(ctx: B2bContext): MemberOAuth {
  const pkce = createPkce(ctx)
  const loaded = { ...ctx, pkce, validate, validateStrings }

  async function redeem<Data>(call: (pkce_code_verifier?: string) => Promise<Data>): Promise<Data> {
    if (!pkce.find('oauth')) ctx.warn('No code verifier found for OAuth.')
    return pkce.redeem(['oauth'], call, 'missing_pkce')
  }

  return {
    ...(Object.fromEntries(
      b2bOAuthProviders.map((provider) => [
        provider,
        {
          start: async (options) => (await import('./start.ts')).startMemberOAuth(loaded, provider, options),
          discovery: {
            start: async (options) => (await import('./start.ts')).startOAuthDiscovery(loaded, provider, options),
          },
        } satisfies MemberOAuthStart,
      ]),
    ) as Record<B2bOAuthProvider, MemberOAuthStart>),
    googleOneTap: createMemberOneTap(ctx),
    async authenticate(options) {
      const body = validate<B2bOAuthAuthenticateRequest>(
        'oauth.authenticate',
        'oauth_token session_duration_minutes:number locale?',
        options,
      )
      return redeem((pkce_code_verifier) =>
        ctx.authenticate(
          b2bOAuthAuthenticate,
          withIntermediate(ctx, { ...body, ...(pkce_code_verifier && { pkce_code_verifier }) }),
        ),
      )
    },
    discovery: {
      async authenticate(options) {
        const body = validate<B2bOAuthDiscoveryAuthenticateRequest>(
          'oauth.discovery.authenticate',
          'discovery_oauth_token',
          options,
        )
        return redeem((pkce_code_verifier) =>
          ctx.authenticate(b2bOAuthDiscoveryAuthenticate, {
            ...body,
            ...(pkce_code_verifier && { pkce_code_verifier }),
          }),
        )
      },
    },
  }
}
