import { useEffect, useState } from 'react'

export interface Loaded<Value> {
  readonly value?: Value
  readonly failure?: Error
}

/** Loads a value when it is first rendered. `load` must be the same function at every render. */
export function useLoaded<Value>(load: () => Promise<Value>, tries = 0): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to ask again.
  useEffect(() => {
    let isWanted = true
    load().then(
      (value) => isWanted && setLoaded({ value }),
      (failure) => isWanted && setLoaded({ failure }),
    )
    return () => {
      isWanted = false
    }
  }, [load, tries])
  return loaded
}

/** Throws if loading fails, so that the error boundary of the widget offers a retry. */
export function useLoadedOrThrow<Value>(load: () => Promise<Value>): Value | undefined {
  const { value, failure } = useLoaded(load)
  if (failure) throw failure
  return value
}
