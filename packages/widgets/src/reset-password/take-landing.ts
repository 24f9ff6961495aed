import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { landingErrorParameter, tokenTypeParameter } from '@latchkey/contract'
import type { Landing } from './reset-password.flow.ts'

/** A token that was removed from the URL is kept until it is spent, because a widget may be rendered again. */
const kept: WeakMap<Client, Landing> = /* @__PURE__ */ new WeakMap()

/**
 * Reads the landing from the URL and removes it there at once: a token must not reach a Referer header, the history or
 * an analytics script. A token that the host page passes wins over the one in the URL. The landing that is `shown` stays
 * until there is a new one, because a host page that reads the token from the URL finds none there from now on.
 */
export function takeLanding(client: Client, given: string | null | undefined, shown?: Landing | null): Landing {
  const { location, history } = clientInternals(client).platform
  const here = new URL(location.href)
  const { searchParams } = here
  const type = searchParams.get(tokenTypeParameter)
  const found = searchParams.get('token')
  const token = given || found || null
  // Anyone can write a link to the page: it only selects one of the texts, and is never shown itself.
  const errorType = (!token && type && searchParams.get(landingErrorParameter)) || undefined
  // A `token` that is neither ours nor used by us belongs to the host page.
  if (type !== null || (found !== null && found === token)) {
    for (const name of ['token', tokenTypeParameter, landingErrorParameter]) searchParams.delete(name)
    history.replaceState(history.state, '', here.href)
  }
  const before = shown ?? kept.get(client)
  if (before && !errorType && (!token || token === before.token)) return before
  const landing = { token, isLogin: type === 'login', errorType }
  if (token) kept.set(client, landing)
  return landing
}

/** The token was spent. */
export function forgetLanding(client: Client): void {
  kept.delete(client)
}
