/** A log-out needs nobody to be signed in, and what lacks its application is told so by the widget. */
export function wantsSignIn(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.has('client_id') && !query.has('post_logout_redirect_uri')
}
