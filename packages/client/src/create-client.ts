import type { AuthenticateResponse, ErrorType, SdkErrorKind, SessionDuration } from '@latchkey/contract'
import { landingErrorParameter, tokenTypeParameter } from '@latchkey/contract'
import type { Bootstrap } from './bootstrap/bootstrap.ts'
import type { ClientInternals } from './context/client-internals.ts'
import { internalsKey } from './context/client-internals.ts'
import { createContext } from './context/context.ts'
import type { SdkError } from './core/errors.ts'
import { apiError } from './core/errors.ts'
import type { ClientCallbacks, ClientOptions, PublicState } from './core/options.ts'
import type { Unsubscribe } from './core/store.ts'
import type { CryptoWallets } from './methods/crypto-wallets/crypto-wallets.ts'
import { createCryptoWallets } from './methods/crypto-wallets/crypto-wallets.ts'
import type { IdentityProvider } from './methods/idp/idp.ts'
import { createIdentityProvider } from './methods/idp/idp.ts'
import type { Impersonation } from './methods/impersonation/impersonation.ts'
import { createImpersonation } from './methods/impersonation/impersonation.ts'
import type { MagicLinks } from './methods/magic-links/magic-links.ts'
import { createMagicLinks } from './methods/magic-links/magic-links.ts'
import type { OAuth } from './methods/oauth/oauth.ts'
import { createOAuth } from './methods/oauth/oauth.ts'
import type { OneTap } from './methods/one-tap/one-tap.ts'
import { createOneTap } from './methods/one-tap/one-tap.ts'
import type { Otps } from './methods/otps/otps.ts'
import { createOtps } from './methods/otps/otps.ts'
import type { Passwords } from './methods/passwords/passwords.ts'
import { createPasswords } from './methods/passwords/passwords.ts'
import type { Rbac } from './methods/rbac/rbac.ts'
import { createRbac } from './methods/rbac/rbac.ts'
import type { Sessions } from './methods/sessions/sessions.ts'
import { createSessions } from './methods/sessions/sessions.ts'
import type { Totps } from './methods/totps/totps.ts'
import { createTotps } from './methods/totps/totps.ts'
import type { Users } from './methods/users/users.ts'
import { createUsers } from './methods/users/users.ts'
import { createWebauthn } from './methods/webauthn/webauthn.ts'
import type { Webauthn } from './methods/webauthn/webauthn-types.ts'
import { createPkce } from './pkce/pkce.ts'
import { currentWindow } from './platform/browser.ts'
import { registryKey } from './platform/platform.ts'
import { observe } from './session/session-store.ts'

/** The token or the error in the URL of a page that a link or an identity provider led to. */
export interface ParsedAuthenticateUrl {
  /** Empty if `errorType` is set. */
  readonly token: string
  readonly tokenType: string
  /** Whether `authenticateByUrl` redeems this token type. */
  readonly handled: boolean
  /** Why the provider sent no token, such as `unable_to_auth_magic_link` for a link that was used or has expired. */
  readonly errorType?: ErrorType | undefined
}

/** The type of the redeemed token and the response of its sign-in. */
export interface AuthenticatedByUrl {
  readonly tokenType: string
  readonly data: AuthenticateResponse
}

/** The headless client of a page: one method group per sign-in method, the session and the user. */
export interface Client {
  readonly session: Sessions
  readonly user: Users
  readonly magicLinks: MagicLinks
  readonly otps: Otps
  readonly oauth: OAuth & { readonly googleOneTap: OneTap }
  readonly passwords: Passwords
  readonly webauthn: Webauthn
  readonly totps: Totps
  readonly cryptoWallets: CryptoWallets
  readonly impersonation: Impersonation
  readonly idp: IdentityProvider
  readonly rbac: Rbac
  /** The settings of the project: `getSync()` returns the last known ones, `get()` waits for the provider. */
  readonly bootstrap: Pick<Bootstrap, 'get' | 'getSync'>
  /** Reads the token or the error of a landing from a URL. Defaults to the page's URL; null without a landing. */
  parseAuthenticateUrl(href?: string): ParsedAuthenticateUrl | null
  /**
   * Redeems the token in the URL, after removing it from the address bar. Resolves to null without a token. Rejects
   * with an `ApiError` if the URL carries an error instead, or if the token is rejected. Calls made while a landing
   * is being processed share its result.
   *
   * In a browser that did not ask for the link, rejects with the `SdkError` `confirmation_required`: show a button that
   * calls it again. The token is stored while the URL of the page stays the same and no session starts or ends.
   *
   * @example
   * try {
   *   await client.authenticateByUrl({ session_duration_minutes: 30 })
   * } catch (error) {
   *   if (isLatchkeyError(error) && error.name === 'SdkError') showButton()
   *   if (isLatchkeyError(error) && error.name === 'ApiError') show(error.error_type)
   * }
   */
  authenticateByUrl(options: SessionDuration, href?: string): Promise<AuthenticatedByUrl | null>
  /** Calls back whenever the user or the session changes, in this tab or in another. Returns a function that stops it. */
  onStateChange(callback: (state: PublicState) => void): Unsubscribe
  /** Stops timers, listeners and pending calls. The user stays signed in. */
  dispose(): void
  /** @internal */
  readonly [internalsKey]: ClientInternals
}

/** Makes a literal secret key a type error; any other string is accepted. */
export type PublicToken<Token extends string> = Token extends `secret-${string}` ? never : unknown

/**
 * Creates the headless client. Create one per page. Called again with the same public token and options, as by hot
 * module replacement, it returns the same instance with the new callbacks, until that instance is disposed.
 *
 * @example
 * const client = createClient('public-token-test-…', { domains: { api: 'http://localhost:4000' } })
 * const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
 * await client.otps.authenticate('123456', method_id, { session_duration_minutes: 30 })
 */
export function createClient<Token extends string>(
  publicToken: Token & PublicToken<Token>,
  given: ClientOptions = {},
): Client {
  const options = { ...given, callbacks: { ...given.callbacks } }
  const page = given.platform ?? currentWindow()
  const existing = page?.[registryKey]?.get(publicToken) as Client | undefined
  if (existing && isSame(existing[internalsKey].options, options)) {
    Object.assign((existing[internalsKey].options as ClientOptions).callbacks as ClientCallbacks, options.callbacks)
    return existing
  }
  const ctx = createContext(publicToken, options)
  const { history, location } = ctx.platform
  const clients = ctx.platform[registryKey] as Map<string, unknown>
  const magicLinks = createMagicLinks(ctx)
  const oauth = createOAuth(ctx)
  const impersonation = createImpersonation(ctx)
  /** `reset_password` is missing, because its page asks for a new password first. */
  const redeemers: Record<string, (token: string, options: SessionDuration) => Promise<AuthenticateResponse>> = {
    magic_links: magicLinks.authenticate,
    login: magicLinks.authenticate,
    oauth: oauth.authenticate,
    impersonation: (impersonation_token) => impersonation.authenticate({ impersonation_token }),
  }
  /** A token that the user has to confirm. It is dropped when the URL or the session has changed since. */
  let unconfirmedLanding: readonly [token?: ParsedAuthenticateUrl, pageState?: string] = []
  let landing: { readonly token: string; readonly result: Promise<AuthenticatedByUrl> } | undefined

  const readPageState = ({ id, ended } = ctx.session.sync()): string => location.href + id + ended

  function parseAuthenticateUrl(href = location.href): ParsedAuthenticateUrl | null {
    try {
      const { searchParams } = new URL(href)
      const tokenType = searchParams.get(tokenTypeParameter)
      const token = searchParams.get('token') ?? ''
      const error = searchParams.get(landingErrorParameter)
      if (/^https?:/.test(href) && (token || error) && tokenType) {
        return {
          token,
          tokenType,
          handled: Object.hasOwn(redeemers, tokenType),
          // Anyone can write a link to this page: pass on nothing but an identifier.
          errorType: token ? undefined : (/^\w{1,64}$/.exec(error as string)?.[0] ?? 'unknown_error'),
        }
      }
    } catch {}
    return null
  }

  async function redeem(parsed: ParsedAuthenticateUrl, options: SessionDuration): Promise<AuthenticatedByUrl> {
    const { token, tokenType, errorType } = parsed
    // Before the call, so that the token does not reach a Referer header, the history or an analytics script.
    const here = new URL(location.href)
    const { searchParams } = here
    if ((searchParams.get('token') ?? '') === token) {
      for (const name of ['token', tokenTypeParameter, landingErrorParameter]) searchParams.delete(name)
      history.replaceState(history.state, '', here.href)
    }
    if (errorType) throw apiError({ error_type: errorType }, 400)
    return { tokenType, data: await (redeemers[tokenType] as typeof magicLinks.authenticate)(token, options) }
  }

  const client: Client = {
    session: createSessions(ctx),
    user: createUsers(ctx),
    magicLinks,
    otps: createOtps(ctx),
    oauth: { ...oauth, googleOneTap: createOneTap(ctx) },
    passwords: createPasswords(ctx),
    webauthn: createWebauthn(ctx),
    totps: createTotps(ctx),
    cryptoWallets: createCryptoWallets(ctx),
    impersonation,
    idp: createIdentityProvider(ctx),
    rbac: createRbac(ctx),
    bootstrap: ctx.bootstrap,
    parseAuthenticateUrl,
    async authenticateByUrl(options, href) {
      const stored = !href && unconfirmedLanding[1] === readPageState() ? unconfirmedLanding[0] : null
      const parsed = parseAuthenticateUrl(href) ?? stored
      // The first call has removed the token from the URL: a call of the widget or of the page finds none there.
      if (landing && (parsed ? parsed.token === landing.token : !href)) return landing.result
      unconfirmedLanding = []
      if (!parsed?.handled) return null
      const redeemed = redeem(parsed, options)
      const pageState = readPageState()
      const result = redeemed
        .catch((error: Partial<SdkError>) => {
          if (error.kind === ('confirmation_required' satisfies SdkErrorKind)) unconfirmedLanding = [parsed, pageState]
          throw error
        })
        .finally(() => {
          landing = undefined
        })
      landing = { token: parsed.token, result }
      return result
    },
    onStateChange: (callback) => observe(ctx.session, callback),
    dispose() {
      const newest = clients.get(publicToken)
      ctx.dispose()
      // A client with other options has replaced this one.
      if (newest && newest !== client) clients.set(publicToken, newest)
    },
    [internalsKey]: {
      ...ctx,
      pkce: createPkce(ctx),
      forgetLanding() {
        unconfirmedLanding = []
      },
    },
  }
  clients.set(publicToken, client)
  return client
}

/** Compares options deeply. Functions are compared by source, because hot module replacement creates them again. */
function isSame(a: unknown, b: unknown, depth = 2): boolean {
  type Fields = Record<string, unknown>
  return (
    a === b ||
    (String(a) === String(b) &&
      (!depth ||
        Object.keys({ ...(a as Fields), ...(b as Fields) }).every((name) =>
          isSame((a as Fields)[name], (b as Fields)[name], depth - 1),
        )))
  )
}
