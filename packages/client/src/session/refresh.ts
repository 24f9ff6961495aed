import { sessionRefreshIntervalMs } from '@latchkey/contract'
import { longestTimerMs, pullForwardMs } from '../constants.ts'
import { backoffDelay } from '../core/backoff.ts'
import type { ApiError } from '../core/errors.ts'
import { isUnrecoverable } from '../core/errors.ts'
import type { EngineBase } from '../engine.ts'
import type { Commits } from './commit.ts'
import { hasSession } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

/**
 * The background refresh. One timer and at most one call in flight; safety rests on the commit guard alone,
 * the lock only spares calls that another tab is making anyway. Hand it the session before anybody else
 * subscribes, so that its timer stands when they are told; it begins when it is called.
 */
export function createRefresh(base: EngineBase, session: SessionStore, commits: Commits): () => void {
  const { endings, options, platform } = base
  let cancel: (() => void) | undefined
  let due = 0
  let attempt = 0
  let isFlying = false
  let isPulled = false
  // In HttpOnly mode only the server knows whether there is a session.
  let isProbing = Boolean(options.customApiDomain)

  const chance = (): number => (platform.random(1)[0] ?? 0) / 2 ** 32
  const isWanted = (): boolean => isProbing || hasSession(session.sync())

  function stop(): void {
    cancel?.()
    cancel = undefined
  }

  function arm(ms: number): void {
    stop()
    if (!endings.size) return
    const now = platform.now()
    // No later than the session's own end, so that its end is noticed in time.
    const { end = now + ms } = session.get()
    due = Math.min(now + ms, now + longestTimerMs, end)
    cancel = platform.setTimeout(tick, due - now)
  }

  /** What is not known yet is asked for at once. */
  function rest(): void {
    arm(session.get().id ? sessionRefreshIntervalMs : 0)
  }

  async function run(): Promise<void> {
    try {
      await commits.continueSession(options.keepSessionAlive ? session.get().minutes : undefined)
      attempt = 0
      isProbing = false
    } catch (error) {
      if (!endings.size) return
      base.onError(error)
      if (isUnrecoverable(error)) isProbing = false
      else if (isWanted()) arm(backoffDelay(attempt++, chance(), (error as Partial<ApiError>).retryAfterMs))
    }
  }

  async function tick(): Promise<void> {
    cancel = undefined
    isPulled = false
    if (isFlying || !isWanted()) return
    isFlying = true
    // What is not known yet cannot wait for another tab.
    await (session.get().id ? platform.tryLock(`${base.prefix}refresh`, run) : run())
    isFlying = false
    if (!cancel && hasSession(session.get())) rest()
  }

  session.subscribe(
    (state) => state.session ?? state.token,
    (state) => {
      if (!hasSession(state) && isProbing) return
      attempt = 0
      if (hasSession(state)) rest()
      else stop()
    },
  )

  const stopListening = platform.listen(['online', 'visibilitychange'], () => {
    const isLate = attempt > 0 || platform.now() > due
    if (!cancel || isPulled || !isLate) return
    isPulled = true
    arm(chance() * pullForwardMs)
  })
  endings.add(stopListening).add(stop)
  return () => {
    if (isWanted()) arm(0)
  }
}
