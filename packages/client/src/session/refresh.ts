import { sessionRefreshIntervalMs } from '@latchkey/contract'
import type { BaseContext } from '../base-context.ts'
import { longestTimerMs, pullForwardMs } from '../constants.ts'
import { backoffDelay } from '../core/backoff.ts'
import type { ApiError } from '../core/errors.ts'
import { isUnrecoverable } from '../core/errors.ts'
import { listen } from '../platform/browser.ts'
import type { SessionCalls } from './session-calls.ts'
import type { SessionState } from './session-state.ts'
import { hasSession } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

/**
 * The background refresh. One timer and at most one call in flight; safety rests on the commit guard alone,
 * the lock only spares calls that another tab is making anyway. Hand it the session before anybody else
 * subscribes, so that its timer stands when they are told; it begins when it is called.
 */
export function createRefresh(base: BaseContext, session: SessionStore, commits: SessionCalls): () => void {
  const { endings, platform } = base
  let timer: number | undefined
  /** From then on network or person coming back pull the next try forward. */
  let late = 0
  let attempt = 0
  let isFlying = false
  // In HttpOnly mode only the server knows whether there is a session.
  let isProbing = Boolean(base.options.customApiDomain)

  const isWanted = (state: SessionState): boolean => hasSession(state) || isProbing

  function stop(): void {
    late = Infinity
    platform.clearTimeout(timer)
  }

  /** What is not known yet is asked for at once. */
  function arm(ms: number = session.get().id ? sessionRefreshIntervalMs : 0): void {
    stop()
    // A call that is under way arms the timer itself when it is over.
    if (isFlying || !endings.size) return
    const now = platform.Date.now()
    // No later than the session's own end, so that its end is noticed in time.
    const { end = Infinity } = session.get()
    const wait = Math.min(ms, longestTimerMs, end - now)
    late = attempt ? 0 : now + wait
    timer = platform.setTimeout(tick, wait)
  }

  async function tick(): Promise<void> {
    stop()
    if (!isWanted(session.sync())) return
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
    isFlying = true
    // Without locks every tab asks for itself; and what is not known yet cannot wait for another tab.
    const locks = session.get().id && platform.navigator.locks
    await (locks
      ? locks.request(`${base.publicToken}:refresh`, { ifAvailable: true }, async (lock) => lock && run())
      : run())
    isFlying = false
    if (isWanted(session.get())) arm(delay)
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
      if (platform.Date.now() <= late) return
      arm(platform.Math.random() * pullForwardMs)
      // Once a try.
      late = Infinity
    }),
  )
  return () => {
    if (isWanted(session.sync())) arm(0)
  }
}
