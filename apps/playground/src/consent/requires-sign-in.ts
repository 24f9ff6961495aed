/**
 * A logout needs no session. The widget reports a request without a client application and `prompt=none` itself.
 */
export function requiresSignIn(search: string): boolean {
  const query = new URLSearchParams(search)
  const isSilent = query.get('prompt')?.split(' ').includes('none') === true
  return query.has('client_id') && !query.has('post_logout_redirect_uri') && !isSilent
}
