/** `subscribe` of a store that never changes. */
export function noopSubscribe(): () => void {
  return () => undefined
}
