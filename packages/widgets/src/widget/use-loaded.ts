import { useEffect, useState } from 'react'

export interface Loaded<Value> {
  readonly value?: Value
  readonly failure?: Error
}

/** What is loaded when it is first drawn; neither before that has an end. The same function at every rendering. */
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

/** The same where nothing can be drawn without it: whoever guards the widget says so, and offers to try again. */
export function useLoadedOrThrow<Value>(load: () => Promise<Value>): Value | undefined {
  const { value, failure } = useLoaded(load)
  if (failure) throw failure
  return value
}
