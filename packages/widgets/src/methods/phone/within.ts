import type { Clock } from '@latchkey/client/internal'

/** The result of the work; undefined if it fails or takes too long. */
export function within<Value>(
  work: () => Promise<Value>,
  ms: number,
  clock: Pick<Clock, 'setTimeout'>,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.setTimeout(() => resolve(undefined), ms)
    const settle = (value?: Value): void => {
      cancel()
      resolve(value)
    }
    work().then(settle, () => settle())
  })
}
