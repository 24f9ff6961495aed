const pollMs = 1_000
/** The commit follows the enqueue within milliseconds; polling at these times finds it long before the next poll. */
const pollsAfterEnqueueMs = [2, 20, 150] as const

export interface Polling {
  /** Starts the next poll now. */
  kick(): void
  /** Polls several times soon. */
  kickSoon(): void
  /** A kick from now on, even before `next` is called, makes `next` resolve at once. */
  begin(): void
  /** Resolves at the next poll. */
  next(): Promise<void>
  /** Ends the timers of `kickSoon`. */
  stop(): void
}

export function createPolling(): Polling {
  const early = new Map<number, ReturnType<typeof setTimeout>>()
  let wake: () => void = () => {}
  let isKicked = false

  function kick(): void {
    isKicked = true
    wake()
  }

  return {
    kick,
    kickSoon() {
      for (const ms of pollsAfterEnqueueMs) {
        if (early.has(ms)) continue
        const timer = setTimeout(() => {
          early.delete(ms)
          kick()
        }, ms)
        early.set(ms, timer.unref())
      }
    },
    begin() {
      isKicked = false
    },
    /**
     * The loop waits in its own asynchronous context: a timer set inside `enqueue` would otherwise carry the caller's
     * transaction with it.
     */
    next() {
      if (isKicked) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, pollMs)
        timer.unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    stop() {
      for (const timer of early.values()) clearTimeout(timer)
    },
  }
}
