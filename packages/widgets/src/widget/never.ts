/** Subscribes to what never changes. */
export function never(): () => void {
  return () => undefined
}
