/** Whether a state shows that the sign-in succeeded. */
export function isDone({ screen, status }: { readonly screen: string; readonly status?: string }): boolean {
  return screen === 'logged_in' || status === 'success'
}
