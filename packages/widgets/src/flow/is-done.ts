/** Whether a state shows that the sign-in succeeded. */
export function isDone({ screen, status }: { readonly screen: string; readonly status?: string }): boolean {
  return screen === 'logged_in' || status === 'success'
}

/** Whether the back arrow is shown. A landing has its own button for it: an arrow would come after the first paint. */
export function canGoBack(state: { readonly screen: string; readonly status?: string }): boolean {
  return state.screen !== 'main' && state.screen !== 'landing' && !isDone(state)
}
