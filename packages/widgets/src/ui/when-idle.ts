/** Runs when the browser is idle, or after a second on a page that never is. The returned function cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 1_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 300)
  return () => clearTimeout(timer)
}
