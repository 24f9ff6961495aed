import { brand } from '@latchkey/contract'
import type { Bootstrap } from './bootstrap/bootstrap.ts'
import { createBootstrap } from './bootstrap/bootstrap.ts'
import { createLogger } from './core/logger.ts'
import type { Request } from './core/transport.ts'
import { createTransport } from './core/transport.ts'
import type { ClientOptions, Settings } from './options.ts'
import { resolveOptions } from './options.ts'
import type { Pkce } from './pkce/pkce.ts'
import { createPkce } from './pkce/pkce.ts'
import { browserPlatform } from './platform/browser.ts'
import type { Log, Platform } from './platform/platform.ts'
import { createSafeStorage } from './platform/safe-storage.ts'
import { createProtection } from './protection/protection.ts'
import type { Commits } from './session/commit.ts'
import { createCommits } from './session/commit.ts'
import { createPersistence } from './session/persistence.ts'
import { createRefresh } from './session/refresh.ts'
import { tokenOf } from './session/session-state.ts'
import type { SessionStore } from './session/session-store.ts'
import { createSessionStore } from './session/session-store.ts'
import { followOtherTabs } from './session/tab-sync.ts'
import type { Events } from './telemetry/events.ts'
import { createEvents } from './telemetry/events.ts'
import { createIdentity } from './telemetry/identity.ts'

/** The engine. Each method group takes from it what it needs and nothing else. */
export interface ClientContext extends Commits {
  readonly publicToken: string
  readonly settings: Settings
  readonly platform: Platform
  readonly logger: Log
  /** Any call that begins no session; a user in its answer is taken over. */
  readonly request: Request
  readonly session: SessionStore
  readonly bootstrap: Bootstrap
  readonly pkce: Pkce
  readonly events: Events
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
  const logger = createLogger(platform.log)
  const { clock, clients } = platform
  const key = `${brand.prefix}:${publicToken}:`
  const hidden = settings.hasCustomDomain
  const isOff = options.disableTelemetry === true
  const callbacks = options.callbacks ?? {}

  function onError(error: unknown): void {
    try {
      callbacks.onError?.(error)
    } catch (thrown) {
      logger.error('A callback threw.', thrown)
    }
  }

  warn(publicToken, settings, platform, logger)
  const storage = createSafeStorage(platform.storage, logger)
  const persistence = createPersistence({ platform, storage, key: `${key}session`, cookies: settings.cookies, logger })
  const session = createSessionStore({ clock, persistence, hidden, logger })
  const identity = createIdentity({ platform, storage, keepsBrowserId: !isOff, state: session.get })
  const { api } = settings
  const transport = createTransport({
    platform,
    api,
    publicToken,
    sessionToken: () => tokenOf(session.sync()),
    telemetry: identity,
  })
  const bootstrap = createBootstrap({
    request: transport.request,
    storage,
    key: `${key}bootstrap`,
    publicToken,
    logger,
    onError,
  })
  const { captcha, telemetryId } = options
  const protectedRequest = createProtection({
    request: transport.request,
    bootstrap,
    clock,
    publicToken,
    settings,
    captcha,
    telemetryId,
  })
  const commits = createCommits({ request: protectedRequest, session, clock, clockDelta: transport.clockDelta })
  const events = createEvents({ platform, api, publicToken, identity, isOff })
  const refresh = createRefresh({
    platform,
    session,
    continueSession: commits.continueSession,
    lockName: `${key}refresh`,
    hidden,
    keepSessionAlive: options.keepSessionAlive === true,
    onError,
  })
  const stopFollowing = followOtherTabs(platform, session)

  if (callbacks.onStateChange) session.subscribe((state) => state, callbacks.onStateChange)
  // At start-up the cookies decide: without a token there is no session.
  session.sync()
  refresh.start()
  void bootstrap.get()
  events.log('client_instantiated', {
    state_change_callback_registered: callbacks.onStateChange !== undefined,
    error_callback_registered: callbacks.onError !== undefined,
    custom_api_domain: hidden,
    keep_session_alive: options.keepSessionAlive === true,
  })

  let isDisposed = false
  return {
    ...commits,
    publicToken,
    settings,
    platform,
    logger,
    async request(endpoint, body, id) {
      const start = session.sync()
      const data = await protectedRequest(endpoint, body, id)
      commits.userChanged(start, (data as { __user?: unknown }).__user)
      return data
    },
    session,
    bootstrap,
    pkce: createPkce({ platform, storage, prefix: `${key}pkce:` }),
    events,
    dispose() {
      if (isDisposed) return
      isDisposed = true
      clients.set(publicToken, (clients.get(publicToken) ?? 1) - 1)
      events.dispose()
      stopFollowing()
      refresh.dispose()
      session.dispose()
      transport.dispose()
    },
  }
}

function warn(publicToken: string, settings: Settings, platform: Platform, logger: Log): void {
  const { clients, page } = platform
  if (!publicToken.startsWith('public-token-')) {
    logger.warn('The public token should start with "public-token-": please check it.')
  }
  if (settings.isPlaceholder) {
    logger.error(`No provider is configured: set \`domains.${settings.isTest ? 'testApi' : 'api'}\` to your provider.`)
  }
  const living = clients.get(publicToken) ?? 0
  if (living > 0) logger.warn('Several clients exist for one public token: create one and share it.')
  clients.set(publicToken, living + 1)
  page
    .isPartitioned()
    .then((isPartitioned) => {
      if (isPartitioned) logger.warn('Storage is partitioned in this frame: the session is not shared with the site.')
    })
    .catch(() => undefined)
}
