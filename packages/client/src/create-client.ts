import type { AuthenticateResponse, SessionDuration } from '@latchkey/contract'
import type { Bootstrap } from './bootstrap/bootstrap.ts'
import type { ClientInternals, internalsKey } from './context/client-internals.ts'
import type { AuthenticatedByUrl, ParsedAuthenticateUrl, Redeemers } from './context/open-client.ts'
import { openClient } from './context/open-client.ts'
import type { ClientOptions, PublicState, PublicToken } from './core/options.ts'
import type { Unsubscribe } from './core/store.ts'
import { createCryptoWallets } from './methods/crypto-wallets/crypto-wallets.ts'
import type { CryptoWallets } from './methods/crypto-wallets/crypto-wallets-calls.ts'
import type { IdentityProvider } from './methods/idp/identity-provider.ts'
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
import { createTotps } from './methods/totps/totps.ts'
import type { Totps } from './methods/totps/totps-calls.ts'
import type { Users } from './methods/users/users.ts'
import { createUsers } from './methods/users/users.ts'
import { createWebauthn } from './methods/webauthn/webauthn.ts'
import type { Webauthn } from './methods/webauthn/webauthn-types.ts'
import { userShape } from './session/user-shape.ts'

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
  return openClient(publicToken, given, userShape, (ctx) => {
    const magicLinks = createMagicLinks(ctx)
    const oauth = createOAuth(ctx)
    const impersonation = createImpersonation(ctx)
    const methods = {
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
    }
    /** `reset_password` is missing, because its page asks for a new password first. */
    const redeemers: Redeemers<AuthenticateResponse> = {
      magic_links: magicLinks.authenticate,
      login: magicLinks.authenticate,
      oauth: oauth.authenticate,
      impersonation: (impersonation_token) => impersonation.authenticate({ impersonation_token }),
    }
    return [methods, redeemers]
  })
}
