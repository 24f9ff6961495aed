/** Where a browser goes after a log-out, with the application's own state. */
export function logoutAddress(address: string, state: string | undefined): string {
  const url = new URL(address)
  if (state !== undefined && state !== '') url.searchParams.append('state', state)
  return url.href
}
