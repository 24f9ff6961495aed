/** Subscribes to what never changes. */
export function noopSubscribe(): () => void {
  return () => undefined
}
