export type Unsubscribe = () => void

export interface Store<State> {
  get(): State
  /** Changes the value; nobody is told before `notify`. */
  set(next: State): void
  notify(): void
  /** Calls back with the selected value when its key has changed, never twice with the same one. */
  subscribe<Value>(
    select: (state: State) => Value,
    keyOf: (value: Value) => string,
    listener: (value: Value) => void,
  ): Unsubscribe
  clear(): void
}

/**
 * A value with subscribers. A listener may change the value: the others then see the newest one only,
 * so that nobody is told of a state that is already past.
 */
export function createStore<State>(initial: State, onThrow: (error: unknown) => void): Store<State> {
  let state = initial
  let rounds = 0
  const listeners = new Set<() => void>()

  return {
    get: () => state,
    set(next) {
      state = next
    },
    notify() {
      if (rounds++ > 0) return
      // Another round for each change that a listener made.
      for (let round = 0; round < rounds; round++) for (const listener of [...listeners]) listener()
      rounds = 0
    },
    subscribe(select, keyOf, listener) {
      let key = keyOf(select(state))
      const notify = (): void => {
        const value = select(state)
        const nextKey = keyOf(value)
        if (nextKey === key || !listeners.has(notify)) return
        key = nextKey
        try {
          listener(value)
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
