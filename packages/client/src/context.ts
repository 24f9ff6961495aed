import { brandPrefix } from '@latchkey/contract'
import type { Bootstrap } from './bootstrap/bootstrap.ts'
import { createBootstrap } from './bootstrap/bootstrap.ts'
import { createLogger } from './core/logger.ts'
import type { Request } from './core/transport.ts'
import { createTransport } from './core/transport.ts'
import type { EngineBase } from './engine.ts'
import type { ClientOptions } from './options.ts'
import { resolveOptions } from './options.ts'
import type { Pkce } from './pkce/pkce.ts'
import { createPkce } from './pkce/pkce.ts'
import { browserPlatform } from './platform/browser.ts'
import { createSafeStorage } from './platform/safe-storage.ts'
import { createProtection } from './protection/protection.ts'
import type { Commits } from './session/commit.ts'
import { createCommits } from './session/commit.ts'
import { createRefresh } from './session/refresh.ts'
import type { SessionStore } from './session/session-store.ts'
import { createSessionStore, observe } from './session/session-store.ts'
import { followOtherTabs } from './session/tab-sync.ts'
import type { Events } from './telemetry/events.ts'
import { createEvents } from './telemetry/events.ts'
import { createIdentity } from './telemetry/identity.ts'

/** The engine. Each method group takes from it what it needs and nothing else. */
export interface ClientContext extends EngineBase, Commits {
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
  const { onError, onStateChange } = options.callbacks ?? {}
  const endings = new Set<() => void>()
  const base: EngineBase = {
    publicToken,
    options,
    ...settings,
    platform,
    ...logger,
    storage: createSafeStorage(platform, logger),
    prefix: `${brandPrefix}:${publicToken}:`,
    endings,
    // In a turn of its own: what it throws is the host page's.
    onError: (error) => void Promise.resolve(error).then(onError),
  }

  // What looks wrong is said once, and nothing of it stands in the way.
  if (!publicToken.startsWith('public-token-')) base.warn('The public token should start with "public-token-".')
  if (base.api.endsWith('.example')) base.error('No provider is configured: set `domains`.')
  if (platform.clients.includes(publicToken)) base.warn('Several clients are created for one public token.')
  platform.isPartitioned().then(
    (is) => is && base.warn('Storage is partitioned: the session ends with this frame.'),
    () => undefined,
  )
  platform.clients.push(publicToken)
  endings.add(() => platform.clients.splice(platform.clients.indexOf(publicToken), 1))

  const session = createSessionStore(base)
  const identity = createIdentity(base, session)
  const send = createTransport(base, () => session.sync().token, identity)
  const bootstrap = createBootstrap(base, send)
  const request = createProtection(base, send, bootstrap)
  const commits = createCommits(request, session, platform)
  const events = createEvents(base, identity)

  const beginRefresh = createRefresh(base, session, commits)
  if (onStateChange) observe(session, onStateChange)
  // At start-up the cookies decide: without a token there is no session.
  session.sync()
  beginRefresh()
  followOtherTabs(base, session)
  bootstrap.get()
  events.log('client_instantiated', {
    state_change_callback_registered: Boolean(onStateChange),
    error_callback_registered: Boolean(onError),
  })

  return {
    ...base,
    ...commits,
    async request(endpoint, body, id) {
      const start = session.sync()
      const data = await request(endpoint, body, id)
      commits.userChanged(start, (data as { __user?: unknown }).__user)
      return data
    },
    session,
    bootstrap,
    pkce: createPkce(base),
    events,
    dispose() {
      for (const end of endings) end()
      endings.clear()
    },
  }
}
