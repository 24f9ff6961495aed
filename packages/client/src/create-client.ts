import type { AuthenticateResponse, SessionDuration } from '@latchkey/contract'
import { tokenTypeParameter } from '@latchkey/contract'
import type { Bootstrap } from './bootstrap/bootstrap.ts'
import type { ClientContext } from './context.ts'
import { createContext } from './context.ts'
import type { Unsubscribe } from './core/store.ts'
import { internalsKey } from './internals.ts'
import type { MagicLinks } from './methods/magic-links/magic-links.ts'
import { createMagicLinks } from './methods/magic-links/magic-links.ts'
import type { Otps } from './methods/otps/otps.ts'
import { createOtps } from './methods/otps/otps.ts'
import type { Rbac } from './methods/rbac/rbac.ts'
import { createRbac } from './methods/rbac/rbac.ts'
import type { Sessions } from './methods/sessions/sessions.ts'
import { createSessions } from './methods/sessions/sessions.ts'
import type { Users } from './methods/users/users.ts'
import { createUsers } from './methods/users/users.ts'
import type { ClientOptions } from './options.ts'
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
  readonly [internalsKey]: ClientContext
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

  function parseAuthenticateUrl(href = location.href): ParsedAuthenticateUrl | null {
    try {
      const { searchParams } = new URL(href)
      const tokenType = searchParams.get(tokenTypeParameter)
      const token = searchParams.get('token')
      if (/^https?:/.test(href) && token && tokenType) {
        return { token, tokenType, handled: ['magic_links', 'login'].includes(tokenType) }
      }
    } catch {}
    return null
  }

  return {
    session: createSessions(ctx),
    user: createUsers(ctx),
    magicLinks,
    otps: createOtps(ctx),
    rbac: createRbac(ctx),
    bootstrap: ctx.bootstrap,
    parseAuthenticateUrl,
    async authenticateByUrl(options, href) {
      const parsed = parseAuthenticateUrl(href)
      if (!parsed?.handled) return null
      const { token, tokenType } = parsed
      // Before the call: the token must not reach a Referer, the history or somebody's analytics.
      const here = new URL(location.href)
      const { searchParams } = here
      if (searchParams.get('token') === token) {
        searchParams.delete('token')
        searchParams.delete(tokenTypeParameter)
        history.replaceState(history.state, '', here.href)
      }
      return { tokenType, data: await magicLinks.authenticate(token, options) }
    },
    onStateChange: (callback) => observe(ctx.session, callback),
    dispose: ctx.dispose,
    [internalsKey]: ctx,
  }
}
