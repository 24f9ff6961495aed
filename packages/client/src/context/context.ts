import { brandPrefix } from '@latchkey/contract'
import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import { createBootstrap } from '../bootstrap/bootstrap.ts'
import type { BaseContext } from '../core/base-context.ts'
import { usageError } from '../core/errors.ts'
import { createLogger } from '../core/logger.ts'
import type { ClientOptions } from '../core/options.ts'
import { resolveOptions } from '../core/options.ts'
import type { Headers } from '../core/transport.ts'
import { createHeaders, createTransport } from '../core/transport.ts'
import { currentWindow } from '../platform/browser.ts'
import { registryKey } from '../platform/platform.ts'
import { createSafeStorage } from '../platform/safe-storage.ts'
import { createProtection } from '../protection/protection.ts'
import { createRefresh } from '../session/refresh.ts'
import type { SessionCalls } from '../session/session-calls.ts'
import { createSessionCalls } from '../session/session-calls.ts'
import type { SessionKind, UserSessions } from '../session/session-kind.ts'
import type { SessionShape } from '../session/session-shape.ts'
import type { SessionStore } from '../session/session-store.ts'
import { createSessionStore, observe } from '../session/session-store.ts'
import { userShape } from '../session/user-shape.ts'
import type { Identity } from '../telemetry/identity.ts'
import { createIdentity } from '../telemetry/identity.ts'

/** The parts that method groups share. Each group takes only the parts it uses. */
export interface ClientContext<Kind extends SessionKind = UserSessions> extends BaseContext, SessionCalls<Kind> {
  readonly session: SessionStore<Kind>
  readonly bootstrap: Bootstrap
  readonly identity: Identity
  readonly headers: Headers
  /** Stops timers, listeners and pending calls. May be called repeatedly. */
  readonly dispose: () => void
}

/**
 * Creates a client without method groups. For a smaller bundle, add only the groups you use. `shape` is the kind of the
 * project's sessions; defaults to consumer projects.
 *
 * @example
 * const context = createContext('public-token-test-…', options)
 * const otps = createOtps(context)
 */
export function createContext<Kind extends SessionKind = UserSessions>(
  publicToken: string,
  options: ClientOptions<Kind['state']> = {},
  // Without the argument, `Kind` is its default.
  shape: SessionShape<Kind> = userShape as object as SessionShape<Kind>,
): ClientContext<Kind> {
  const settings = resolveOptions(publicToken, options)
  const platform = options.platform ?? currentWindow()
  if (!platform?.document) throw usageError('createClient', 'The client cannot be used in a server environment.')
  // Browsers block cookies of another site: the user would be signed out again after the next page load.
  if (siteOf(options.customApiDomain ?? platform.location.hostname) !== siteOf(platform.location.hostname)) {
    throw usageError('createClient', "customApiDomain must be on the page's site")
  }
  const logger = createLogger(platform.console)
  // Read at call time, because `createClient` may replace the callbacks.
  const { callbacks = {} } = options
  const endings = new Set<() => void>()
  // biome-ignore lint/suspicious/noAssignInExpressions: six bytes less in every page's download
  const clients = (platform[registryKey] ??= new Map())
  const base: BaseContext = {
    publicToken,
    options,
    ...settings,
    platform,
    ...logger,
    storage: createSafeStorage(platform, logger, `${brandPrefix}:${publicToken}:`),
    endings,
    scripts: { name: brandPrefix },
    // Asynchronous, so that an exception in the callback does not reach the client.
    onError: (error) => void Promise.resolve(error).then(callbacks.onError),
  }

  const isSecond = clients.has(publicToken)
  if (isSecond || platform !== platform.top || !publicToken.startsWith('public-token-')) {
    import('../diagnostics/explain-bootstrap.ts').then((chunk) => chunk.explainSetup(base, isSecond)).catch(() => {})
  }
  clients.set(publicToken, 0)
  endings.add(() => clients.delete(publicToken))

  const session = createSessionStore(base, shape)
  const identity = createIdentity(base, session)
  const headers = createHeaders(base, () => session.sync().token, identity)
  const send = createTransport(base, headers)
  const bootstrap = createBootstrap(base, send, shape.foreign)
  const commits = createSessionCalls(
    createProtection(base, send, bootstrap),
    session,
    shape,
    platform,
    options.customApiDomain,
  )

  const beginRefresh = createRefresh(base, session, commits)
  observe(session, (state) => callbacks.onStateChange?.(state))
  // Reads the cookies first: without a token there is no session to refresh.
  beginRefresh()
  bootstrap.get()

  return {
    ...base,
    ...commits,
    session,
    bootstrap,
    identity,
    headers,
    dispose() {
      for (const end of endings) end()
      endings.clear()
    },
  }
}

/** The last two labels of a host. Without the public suffix list, different results prove different sites. */
function siteOf(host: string): string {
  return host.replace(/:.*/, '').split('.').slice(-2).join()
}
