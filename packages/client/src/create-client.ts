import type { AuthenticateResponse, SessionDuration } from '@latchkey/contract'
import { tokenTypeParameter } from '@latchkey/contract'
import type { Bootstrap } from './bootstrap/bootstrap.ts'
import { createContext } from './context.ts'
import type { Unsubscribe } from './core/store.ts'
import type { ClientInternals } from './internals.ts'
import { internalsKey } from './internals.ts'
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
import type { Webauthn } from './methods/webauthn/webauthn-surface.ts'
import type { ClientOptions } from './options.ts'
import { createPkce } from './pkce/pkce.ts'
import type { PublicState } from './session/session-state.ts'
import { observe } from './session/session-store.ts'

/** What a landing page was handed. `handled` says whether `authenticateByUrl` can spend it. */
export interface ParsedAuthenticateUrl {
  readonly token: string
  readonly tokenType: string
  readonly handled: boolean
}

export interface AuthenticatedByUrl {
  readonly tokenType: string
  readonly data: AuthenticateResponse
}

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
  /** The project's settings: `getSync()` from the last good copy, `get()` from the provider. */
  readonly bootstrap: Pick<Bootstrap, 'get' | 'getSync'>
  /** Finds the token in the address of a landing page; null where there is none. */
  parseAuthenticateUrl(href?: string): ParsedAuthenticateUrl | null
  /**
   * Signs in with the token in the address, and takes it out of the address bar first. Null where there is none.
   *
   * @example
   * await client.authenticateByUrl({ session_duration_minutes: 30 })
   */
  authenticateByUrl(options: SessionDuration, href?: string): Promise<AuthenticatedByUrl | null>
  /** Calls back whenever user or session change, in this tab or in another. */
  onStateChange(callback: (state: PublicState) => void): Unsubscribe
  /** Ends timers, listeners and open calls. The session stays. */
  dispose(): void
  /** @internal */
  readonly [internalsKey]: ClientInternals
}

/**
 * The headless client: one for a page.
 *
 * @example
 * const client = createClient('public-token-test-…', { domains: { testApi: 'http://localhost:4000' } })
 * const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
 * await client.otps.authenticate('123456', method_id, { session_duration_minutes: 30 })
 */
export function createClient(publicToken: string, options?: ClientOptions): Client {
  const ctx = createContext(publicToken, options)
  const { history, location } = ctx.platform
  const magicLinks = createMagicLinks(ctx)
  const oauth = createOAuth(ctx)
  const impersonation = createImpersonation(ctx)
  /** A reset wants a new password as well: its page asks for that. */
  const spending: Record<string, (token: string, options: SessionDuration) => Promise<AuthenticateResponse>> = {
    magic_links: magicLinks.authenticate,
    login: magicLinks.authenticate,
    oauth: oauth.authenticate,
    impersonation: (impersonation_token) => impersonation.authenticate({ impersonation_token }),
  }

  function parseAuthenticateUrl(href = location.href): ParsedAuthenticateUrl | null {
    try {
      const { searchParams } = new URL(href)
      const tokenType = searchParams.get(tokenTypeParameter)
      const token = searchParams.get('token')
      if (/^https?:/.test(href) && token && tokenType) {
        return { token, tokenType, handled: Object.hasOwn(spending, tokenType) }
      }
    } catch {}
    return null
  }

  return {
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
      const parsed = parseAuthenticateUrl(href)
      const spend = parsed?.handled && spending[parsed.tokenType]
      if (!spend) return null
      const { token, tokenType } = parsed
      // Before the call: the token must not reach a Referer, the history or somebody's analytics.
      const here = new URL(location.href)
      const { searchParams } = here
      if (searchParams.get('token') === token) {
        searchParams.delete('token')
        searchParams.delete(tokenTypeParameter)
        history.replaceState(history.state, '', here.href)
      }
      return { tokenType, data: await spend(token, options) }
    },
    onStateChange: (callback) => observe(ctx.session, callback),
    dispose: ctx.dispose,
    [internalsKey]: { ...ctx, pkce: createPkce(ctx) },
  }
}
