/**
 * Coalesces concurrent reads of one id, and never returns data older than the call. A call during a running read waits
 * for the next read, shared with all other such calls, because the running one may have started before the change that
 * the caller has to see.
 */
export function createCoalescedRead<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const readings = new Map<string, { current: Promise<T>; next?: Promise<T> }>()

  function begin(id: string): Promise<T> {
    const reading: { current: Promise<T>; next?: Promise<T> } = {
      current: read(id).finally(() => {
        if (reading.next === undefined) readings.delete(id)
      }),
    }
    readings.set(id, reading)
    return reading.current
  }

  return (id) => {
    const reading = readings.get(id)
    if (!reading) return begin(id)
    reading.next ??= reading.current.then(
      () => begin(id),
      () => begin(id),
    )
    return reading.next
  }
}
