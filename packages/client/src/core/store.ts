/** Ends a subscription. May be called repeatedly. */
export type Unsubscribe = () => void

export interface Store<State> {
  get(): State
  set(next: State): void
  /** Calls the listener when the key of the value has changed. */
  subscribe(keyOf: (state: State) => unknown, listener: (state: State) => void): Unsubscribe
  clear(): void
}

/**
 * A value with subscribers. If a listener changes the value, the remaining listeners are called with the newest value
 * only.
 */
export function createStore<State>(state: State, onThrow: (error: unknown) => void): Store<State> {
  let rounds = 0
  const listeners = new Set<() => void>()

  return {
    get: () => state,
    set(next) {
      state = next
      if (rounds++) return
      // One more round for each change made by a listener.
      for (let round = 0; round < rounds; round++) for (const listener of listeners) listener()
      rounds = 0
    },
    subscribe(keyOf, listener) {
      let key = keyOf(state)
      const notify = (): void => {
        const next = keyOf(state)
        if (next === key) return
        key = next
        try {
          listener(state)
        } catch (error) {
          onThrow(error)
        }
      }
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    clear: () => listeners.clear(),
  }
}
