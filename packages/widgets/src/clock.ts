/** Time as a widget sees it: the world is an argument, so that every countdown is proven in milliseconds. */
export interface Clock {
  now(): number
  /** Runs once; the returned function cancels it. */
  setTimeout(run: () => void, ms: number): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
