import { constants } from '@latchkey/contract'
import { backoffDelay, clampTimer } from '../core/backoff.ts'
import { isApiError, isUnreachableError, isUnrecoverable } from '../core/errors.ts'
import type { Platform } from '../platform/platform.ts'
import type { Commits } from './commit.ts'
import { hasSession } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

export interface Refresh {
  /** Called once, when the client is made. */
  start(): void
  dispose(): void
}

interface World {
  readonly platform: Pick<Platform, 'clock' | 'listen' | 'random' | 'tryLock'>
  readonly session: SessionStore
  readonly continueSession: Commits['continueSession']
  readonly lockName: string
  /** HttpOnly mode: only the server knows whether there is a session. */
  readonly hidden: boolean
  readonly keepSessionAlive: boolean
  readonly onError: (error: unknown) => void
}

const pullForwardMs = 2_000

/**
 * The background refresh. One timer and at most one call in flight; safety rests on the commit guard alone,
 * the lock only spares calls that another tab is making anyway.
 */
export function createRefresh(world: World): Refresh {
  const { session, continueSession, lockName, hidden, keepSessionAlive, onError } = world
  const { clock, listen, random, tryLock } = world.platform
  const interval = constants.sessionRefreshIntervalMs
  let cancel: (() => void) | undefined
  let due = 0
  let lastSuccess = clock.now()
  let attempt = 0
  let isFlying = false
  let isPulled = false
  let isDisposed = false
  let isProbing = false

  const chance = (): number => (random(1)[0] ?? 0) / 2 ** 32

  function arm(ms: number): void {
    cancel?.()
    if (isDisposed) return
    const state = session.get()
    // No later than the session's own end, so that its end is noticed in time.
    const left = state.kind === 'signed_in' ? Date.parse(state.session.expires_at) - state.delta - clock.now() : ms
    const wait = clampTimer(left < ms ? left : ms)
    due = clock.now() + wait
    cancel = clock.setTimeout(() => void tick(), wait)
  }

  function stop(): void {
    cancel?.()
    cancel = undefined
    attempt = 0
  }

  async function run(): Promise<void> {
    const state = session.get()
    try {
      await continueSession(keepSessionAlive && state.kind === 'signed_in' ? state.minutes : undefined)
      attempt = 0
      lastSuccess = clock.now()
      isProbing = false
    } catch (error) {
      if (isDisposed) return
      onError(error)
      if (isUnrecoverable(error)) isProbing = false
      else if (hasSession(session.sync()) || isProbing) {
        const asked = isApiError(error) || isUnreachableError(error) ? error.retryAfterMs : undefined
        isFlying = false
        arm(backoffDelay(attempt++, chance(), asked))
      }
    }
  }

  async function tick(): Promise<void> {
    cancel = undefined
    isPulled = false
    if (isFlying) return
    const state = session.sync()
    if (!hasSession(state) && !isProbing) return stop()
    isFlying = true
    // What is not known yet cannot wait for another tab.
    if (state.kind !== 'signed_in') await run()
    else await tryLock(lockName, run)
    isFlying = false
    if (!cancel && hasSession(session.get())) arm(session.get().kind === 'resuming' ? 0 : interval)
  }

  session.follow((next, previous) => {
    if (!hasSession(next)) return isProbing ? undefined : stop()
    attempt = 0
    if (next.kind === 'resuming') arm(0)
    else if (previous.kind !== 'signed_in' || next.session !== previous.session) arm(interval)
  })

  const stopListening = listen('awake', () => {
    const isLate = attempt > 0 || clock.now() - lastSuccess >= interval
    if (!cancel || isPulled || !isLate) return
    arm(Math.min(due - clock.now(), chance() * pullForwardMs))
    isPulled = true
  })

  return {
    start() {
      isProbing = hidden
      if (hidden || hasSession(session.get())) arm(0)
    },
    dispose() {
      isDisposed = true
      stopListening()
      stop()
    },
  }
}
