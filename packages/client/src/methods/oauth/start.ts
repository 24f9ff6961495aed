import type { OAuthAttachRequest, OAuthAttachResponse, OAuthProvider, oauthAttach } from '@latchkey/contract'
import { oauthStartPath } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { validate, validateStrings } from '../../core/validate.ts'
import type { Pkce } from '../../pkce/pkce.ts'

/** What every start of a sign-in at an identity provider takes. */
export interface ProviderOptions {
  /** Requested in addition to the default scopes. */
  custom_scopes?: string[]
  /** Passed on to the identity provider, such as `{ login_hint: 'ada@example.com' }`. */
  provider_params?: Record<string, string>
}

/** The options of `oauth.<provider>.start`. */
export interface OAuthStartOptions extends ProviderOptions {
  /**
   * The page that an existing user returns to.
   * @default the redirect URL of the project
   */
  login_redirect_url?: string
  /**
   * The page that a new user returns to.
   * @default the redirect URL of the project
   */
  signup_redirect_url?: string
  /** From `oauth.attach` or your backend: adds the identity to the signed-in user. */
  oauth_attach_token?: string
}

/** Functions are part of the context, so that bundlers keep the entry in one file. */
export type StartContext = Pick<ClientContext, 'api' | 'bootstrap' | 'options' | 'platform' | 'publicToken'> & {
  readonly pkce: Pkce
  readonly validate: typeof validate
  readonly validateStrings: typeof validateStrings
}

/** How the starts of the kinds of projects differ. */
interface StartFormat {
  /** The name of the method, for error messages. */
  method: string
  path: string
  /** The options besides `ProviderOptions`, in the format of `validate`. */
  types: string
  /** The name of the challenge in the query. Defaults to that of consumer projects. */
  challenge?: 'code_challenge' | 'pkce_code_challenge'
  /** Which code verifier the token is redeemed with. Defaults to that of OAuth. */
  flow?: 'oauth' | 'sso'
}

/** Navigates to the identity provider. `types` names the options besides `ProviderOptions`. */
export async function navigateToProvider(
  ctx: StartContext,
  { method, path, types, challenge = 'code_challenge', flow = 'oauth' }: StartFormat,
  options: ProviderOptions,
): Promise<void> {
  const { provider_params, ...rest } = ctx.validate<Omit<ProviderOptions, 'custom_scopes'>>(
    method,
    `provider_params?:object ${types}`,
    options,
  )
  const { custom_scopes } = options
  if (custom_scopes !== undefined) ctx.validateStrings(method, 'custom_scopes', custom_scopes)
  const { cnameDomain } = await ctx.bootstrap.get()
  const query: Record<string, string | undefined> = {
    public_token: ctx.publicToken,
    // Always sent, so that the token only works in this browser.
    [challenge]: (await ctx.pkce.challenge(flow, true)).code_challenge,
    custom_scopes: custom_scopes?.join(' '),
    ...Object.fromEntries(Object.entries({ ...provider_params }).map(([name, value]) => [`provider_${name}`, value])),
    ...rest,
  }
  const { customApiDomain, domains } = ctx.options
  const url = new URL(path, cnameDomain && !customApiDomain && !domains ? `https://${cnameDomain}` : ctx.api)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  ctx.platform.location.href = url.href
}

/** Starts a sign-in to a consumer project. */
export function startOAuth(ctx: StartContext, provider: OAuthProvider, options: OAuthStartOptions = {}): Promise<void> {
  return navigateToProvider(
    ctx,
    {
      method: `oauth.${provider}.start`,
      path: oauthStartPath.replace('{provider}', provider),
      types: 'login_redirect_url? signup_redirect_url? oauth_attach_token?',
    },
    options,
  )
}

/** Requests the token that adds an identity to the signed-in user. */
export function attachOAuth(
  ctx: Pick<ClientContext, 'request'> & { readonly validate: typeof validate },
  provider: OAuthProvider,
): Promise<OAuthAttachResponse> {
  // A literal, so that bundlers keep the entry in one file.
  const attach = { method: 'POST', path: '/oauth/attach' } satisfies typeof oauthAttach
  return ctx.request<OAuthAttachRequest, OAuthAttachResponse>(
    attach,
    ctx.validate('oauth.attach', 'provider', { provider }),
  )
}
