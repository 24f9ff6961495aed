import { retryAttemptCap, retryBaseMs, retryJitterMs, sessionRefreshIntervalMs } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { longestTimerMs, pullForwardMs } from '../core/constants.ts'
import type { ApiError } from '../core/errors.ts'
import { isUnrecoverable } from '../core/errors.ts'
import { listen } from '../platform/browser.ts'
import type { SessionCalls } from './session-calls.ts'
import type { SessionKind } from './session-kind.ts'
import type { SessionState } from './session-state.ts'
import { hasSession } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

/**
 * The background refresh: one timer and at most one request in flight. The checks in session-calls.ts make it safe; the
 * lock only avoids requests that another tab already sends. Must be the first subscriber of the session, so that the
 * timer is set before others are notified. Call the returned function to start.
 */
export function createRefresh<Kind extends SessionKind>(
  base: BaseContext,
  session: SessionStore<Kind>,
  commits: SessionCalls<Kind>,
): () => void {
  const { endings, platform } = base
  let timer: number | undefined
  /** After this time, a page that becomes online or visible refreshes early. */
  let earlyRefreshAfter = 0
  let attempt = 0
  let isInFlight = false
  // In HttpOnly mode only the provider knows whether there is a session.
  let isProbing = Boolean(base.options.customApiDomain)

  const needsRefresh = (state: SessionState<Kind>): boolean => hasSession(state) || isProbing

  function stop(): void {
    earlyRefreshAfter = Infinity
    platform.clearTimeout(timer)
  }

  /** An unknown session is fetched at once. */
  function arm(ms: number = session.get().id ? sessionRefreshIntervalMs : 0): void {
    stop()
    // A request in flight arms the timer when it has ended.
    if (isInFlight || !endings.size) return
    const now = platform.Date.now()
    // Not later than the end of the session, so that its expiry is noticed.
    const { end = Infinity } = session.get()
    const wait = Math.min(ms, longestTimerMs, end - now)
    earlyRefreshAfter = attempt ? 0 : now + wait
    timer = platform.setTimeout(tick, wait)
  }

  async function tick(): Promise<void> {
    stop()
    if (!needsRefresh(session.sync())) return
    let delay: number | undefined
    async function run(): Promise<void> {
      try {
        await commits.refresh({
          session_duration_minutes: base.options.keepSessionAlive ? session.get().minutes : undefined,
        })
        attempt = 0
        isProbing = false
      } catch (error) {
        if (!endings.size) return
        base.onError(error)
        if (isUnrecoverable(error)) isProbing = false
        else delay = backoffDelay(attempt++, platform.Math.random(), (error as Partial<ApiError>).retryAfterMs)
      }
    }
    isInFlight = true
    // Without locks every tab refreshes. An unknown session cannot wait for another tab.
    const { id } = session.get()
    const locks = id && platform.navigator.locks
    await (locks ? locks.request(`${id}:refresh`, { ifAvailable: true }, async (lock) => lock && run()) : run())
    isInFlight = false
    if (needsRefresh(session.get())) arm(delay)
  }

  session.subscribe(
    (state) => state.session ?? state.token,
    (state) => {
      if (hasSession(state)) {
        attempt = 0
        arm()
      } else if (!isProbing) stop()
    },
  )

  endings.add(stop).add(
    listen(platform, ['online', 'visibilitychange'], () => {
      if (platform.Date.now() <= earlyRefreshAfter) return
      arm(platform.Math.random() * pullForwardMs)
      // Once per scheduled refresh.
      earlyRefreshAfter = Infinity
    }),
  )
  return () => {
    if (needsRefresh(session.sync())) arm(0)
  }
}

/**
 * The delay before the retry of attempt number `attempt` (from 0): exponential from 2 s with a capped exponent and
 * jitter, and at least the `Retry-After` of the server.
 */
export function backoffDelay(attempt: number, random: number, retryAfterMs = 0): number {
  return Math.max(
    retryBaseMs * 2 ** Math.min(attempt, retryAttemptCap) + (random * 2 - 1) * retryJitterMs,
    retryAfterMs,
  )
}
