/**
 * A log-out needs nobody to be signed in, and what lacks its application is told so by the widget; so is an application
 * that wants no word said to the person.
 */
export function wantsSignIn(search: string): boolean {
  const query = new URLSearchParams(search)
  const isSilent = query.get('prompt')?.split(' ').includes('none') === true
  return query.has('client_id') && !query.has('post_logout_redirect_uri') && !isSilent
}
