/**
 * Reads that are never older than the question. One read at a time for each id: whoever asks while one is under way
 * waits for the next, together with all others who do, for the one under way may have begun before what they ask about.
 */
export function createCoalescedRead<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const underWay = new Map<string, { current: Promise<T>; next?: Promise<T> }>()

  function begin(id: string): Promise<T> {
    const reading: { current: Promise<T>; next?: Promise<T> } = {
      current: read(id).finally(() => {
        if (reading.next === undefined) underWay.delete(id)
      }),
    }
    underWay.set(id, reading)
    return reading.current
  }

  return (id) => {
    const reading = underWay.get(id)
    if (!reading) return begin(id)
    reading.next ??= reading.current.then(
      () => begin(id),
      () => begin(id),
    )
    return reading.next
  }
}
