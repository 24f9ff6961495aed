import { useEffect, useState } from 'react'

export interface Loaded<Value> {
  readonly value?: Value
  readonly failure?: Error
}

/** What is loaded when it is first drawn; neither before that has an end. The same function at every rendering. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({})
  useEffect(() => {
    let isWanted = true
    load().then(
      (value) => isWanted && setLoaded({ value }),
      (failure) => isWanted && setLoaded({ failure }),
    )
    return () => {
      isWanted = false
    }
  }, [load])
  return loaded
}
