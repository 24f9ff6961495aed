import { sessionRefreshIntervalMs } from '@latchkey/contract'
import { backoffDelay, longestTimer } from '../core/backoff.ts'
import type { ApiError } from '../core/errors.ts'
import { isUnrecoverable } from '../core/errors.ts'
import type { EngineBase } from '../engine.ts'
import type { Commits } from './commit.ts'
import { hasSession } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

const pullForwardMs = 2_000

/**
 * The background refresh. One timer and at most one call in flight; safety rests on the commit guard alone,
 * the lock only spares calls that another tab is making anyway. Returns what ends it.
 */
export function startRefresh(base: EngineBase, session: SessionStore, commits: Commits): () => void {
  const { options, prefix, onError } = base
  const { clock, listen, random, tryLock } = base.platform
  const interval = sessionRefreshIntervalMs
  let cancel: (() => void) | undefined
  let due = 0
  let attempt = 0
  let isFlying = false
  let isPulled = false
  let isDisposed = false
  // In HttpOnly mode only the server knows whether there is a session.
  let isProbing = options.customApiDomain !== undefined

  const chance = (): number => (random(1)[0] ?? 0) / 2 ** 32

  function stop(): void {
    cancel?.()
    cancel = undefined
    attempt = 0
  }

  function arm(ms: number): void {
    cancel?.()
    if (isDisposed) return
    const { end } = session.get()
    const now = clock.now()
    due = now + Math.min(ms, longestTimer)
    // No later than the session's own end, so that its end is noticed in time.
    if (end && end < due) due = end
    cancel = clock.setTimeout(tick, due - now)
  }

  async function run(): Promise<void> {
    try {
      await commits.continueSession(options.keepSessionAlive ? session.get().minutes : undefined)
      attempt = 0
      isProbing = false
    } catch (error) {
      if (isDisposed) return
      onError(error)
      if (isUnrecoverable(error)) isProbing = false
      else if (isProbing || hasSession(session.sync())) {
        arm(backoffDelay(attempt++, chance(), (error as Partial<ApiError>).retryAfterMs))
      }
    }
  }

  async function tick(): Promise<void> {
    cancel = undefined
    isPulled = false
    if (isFlying) return
    const state = session.sync()
    if (!isProbing && !hasSession(state)) return
    isFlying = true
    // What is not known yet cannot wait for another tab.
    if (state.id) await tryLock(`${prefix}refresh`, run)
    else await run()
    isFlying = false
    if (!cancel && hasSession(session.get())) arm(session.get().id ? interval : 0)
  }

  session.follow((next, previous) => {
    if (!hasSession(next)) {
      if (!isProbing) stop()
    } else if (next.session !== previous.session || next.token !== previous.token) {
      attempt = 0
      arm(next.id ? interval : 0)
    }
  })

  const stopListening = listen(['online', 'visibilitychange'], () => {
    const isLate = attempt > 0 || clock.now() > due
    if (!cancel || isPulled || !isLate) return
    isPulled = true
    arm(chance() * pullForwardMs)
  })

  if (isProbing || hasSession(session.get())) arm(0)
  return () => {
    isDisposed = true
    stopListening()
    stop()
  }
}
