import type { B2bOAuthProvider } from '@latchkey/contract'
import type { b2bOAuthDiscoveryStartPath, b2bOAuthStartPath } from '@latchkey/contract/b2b'
import type { ProviderOptions, StartContext } from '../../../methods/oauth/start.ts'
import { navigateToProvider } from '../../../methods/oauth/start.ts'

// Literals, so that bundlers keep the entry in one file.
const startPath = '/v1/b2b/public/oauth/{provider}/start' satisfies typeof b2bOAuthStartPath
const discoveryPath = '/v1/b2b/public/oauth/{provider}/discovery/start' satisfies typeof b2bOAuthDiscoveryStartPath

/** The organization to sign in to, by its id or by its slug. */
export type OrganizationChoice =
  | { organization_id: string; organization_slug?: never }
  | { organization_id?: never; organization_slug: string }

/** The options of `oauth.<provider>.start`. */
export type MemberOAuthStartOptions = OrganizationChoice &
  ProviderOptions & {
    /**
     * The page that an existing member returns to.
     * @default the redirect URL of the project
     */
    login_redirect_url?: string
    /**
     * The page that a new member returns to.
     * @default the redirect URL of the project
     */
    signup_redirect_url?: string
  }

/** The options of `oauth.<provider>.discovery.start`. */
export interface OAuthDiscoveryStartOptions extends ProviderOptions {
  /**
   * The page that the person returns to, to choose an organization.
   * @default the redirect URL of the project
   */
  discovery_redirect_url?: string
}

/** Starts a sign-in to an organization. */
export async function startMemberOAuth(
  ctx: StartContext,
  provider: B2bOAuthProvider,
  options: MemberOAuthStartOptions,
): Promise<void> {
  const method = `oauth.${provider}.start`
  const slug = options?.organization_slug
  ctx.validate(method, slug === undefined ? 'organization_id' : 'organization_slug', options)
  await navigateToProvider(
    ctx,
    {
      method,
      path: startPath.replace('{provider}', provider),
      types: 'organization_id? slug? login_redirect_url? signup_redirect_url?',
      challenge: 'pkce_code_challenge',
    },
    { ...options, ...(slug && { slug }) },
  )
}

/** Starts a sign-in without an organization. */
export function startOAuthDiscovery(
  ctx: StartContext,
  provider: B2bOAuthProvider,
  options: OAuthDiscoveryStartOptions = {},
): Promise<void> {
  return navigateToProvider(
    ctx,
    {
      method: `oauth.${provider}.discovery.start`,
      path: discoveryPath.replace('{provider}', provider),
      types: 'discovery_redirect_url?',
      challenge: 'pkce_code_challenge',
    },
    options,
  )
}
