export type Unsubscribe = () => void

export interface Store<State> {
  get(): State
  set(next: State): void
  /** Calls back when the key of the value has changed, never twice for one key. */
  subscribe(keyOf: (state: State) => unknown, listener: (state: State) => void): Unsubscribe
  clear(): void
}

/**
 * A value with subscribers. A listener may change the value: the others then see the newest one only,
 * so that nobody is told of a state that is already past.
 */
export function createStore<State>(state: State, onThrow: (error: unknown) => void): Store<State> {
  let rounds = 0
  const listeners = new Set<() => void>()

  return {
    get: () => state,
    set(next) {
      state = next
      if (rounds++) return
      // Another round for each change that a listener made.
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
      return () => {
        listeners.delete(notify)
      }
    },
    clear: () => listeners.clear(),
  }
}
