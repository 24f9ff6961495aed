import { brandPrefix } from '@latchkey/contract'
import type { BaseContext } from './base-context.ts'
import type { Bootstrap } from './bootstrap/bootstrap.ts'
import { createBootstrap } from './bootstrap/bootstrap.ts'
import { usageError } from './core/errors.ts'
import { createLogger } from './core/logger.ts'
import type { Headers } from './core/transport.ts'
import { createHeaders, createTransport } from './core/transport.ts'
import type { ClientOptions } from './options.ts'
import { resolveOptions } from './options.ts'
import { browserPlatform } from './platform/browser.ts'
import { registryKey } from './platform/platform.ts'
import { createSafeStorage } from './platform/safe-storage.ts'
import { createProtection } from './protection/protection.ts'
import { createRefresh } from './session/refresh.ts'
import type { SessionCalls } from './session/session-calls.ts'
import { createSessionCalls } from './session/session-calls.ts'
import type { SessionStore } from './session/session-store.ts'
import { createSessionStore, observe } from './session/session-store.ts'
import type { Events } from './telemetry/telemetry.ts'
import { createTelemetry } from './telemetry/telemetry.ts'

/** The engine. Each method group takes from it what it needs and nothing else. */
export interface ClientContext extends BaseContext, SessionCalls {
  readonly session: SessionStore
  readonly bootstrap: Bootstrap
  readonly events: Events
  readonly headers: Headers
  /** Ends timers, listeners and open calls. May be called twice. */
  readonly dispose: () => void
}

/**
 * The engine without any method group, for those who count bytes: add the groups you use.
 *
 * @example
 * const context = createContext('public-token-test-…', options)
 * const otps = createOtps(context)
 */
export function createContext(publicToken: string, options: ClientOptions = {}): ClientContext {
  const settings = resolveOptions(publicToken, options)
  const platform = options.platform ?? browserPlatform()
  // Cookies of another site stay behind: somebody would sign in and be forgotten.
  if (siteOf(options.customApiDomain ?? platform.location.hostname) !== siteOf(platform.location.hostname)) {
    throw usageError('createClient', 'customApiDomain must be on the site of the page')
  }
  const logger = createLogger(platform.console)
  // Their functions are read when they are called: `createClient` replaces them.
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
    // In a task of its own: an exception of the callback belongs to the host page.
    onError: (error) => void Promise.resolve(error).then(callbacks.onError),
  }

  const isSecond = clients.has(publicToken)
  if (isSecond || platform !== platform.top || !publicToken.startsWith('public-token-')) {
    import('./diagnostics/explain-setup.ts').then((chunk) => chunk.explainSetup(base, isSecond)).catch(() => {})
  }
  clients.set(publicToken, 0)
  endings.add(() => clients.delete(publicToken))

  const session = createSessionStore(base)
  const events = createTelemetry(base, session)
  const headers = createHeaders(base, () => session.sync().token, events.identity)
  const send = createTransport(base, headers)
  const bootstrap = createBootstrap(base, send)
  const commits = createSessionCalls(
    createProtection(base, send, bootstrap),
    session,
    platform,
    options.customApiDomain,
  )

  const beginRefresh = createRefresh(base, session, commits)
  observe(session, (state) => callbacks.onStateChange?.(state))
  // At start-up the cookies decide: without a token there is no session.
  beginRefresh()
  bootstrap.get()
  // Which callbacks are registered, by their names.
  events.log('client_created', {
    onStateChange: Boolean(callbacks.onStateChange),
    onError: Boolean(callbacks.onError),
  })

  return {
    ...base,
    ...commits,
    session,
    bootstrap,
    events,
    headers,
    dispose() {
      for (const end of endings) end()
      endings.clear()
    },
  }
}

/** As far as it can be told without the list of public suffixes: what differs here is another site for sure. */
function siteOf(host: string): string {
  return host.replace(/:.*/, '').split('.').slice(-2).join()
}
