import type { Clock } from '@latchkey/client/internal'

/** What the work comes to; undefined where it fails, or takes longer than a person should wait for it. */
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
