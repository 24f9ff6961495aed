import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { tokenTypeParameter } from '@latchkey/contract'
import type { Landing } from './reset-password.flow.ts'

/** What was taken from an address is there no more, and a widget may be drawn again: it is kept until it is spent. */
const kept: WeakMap<Client, Landing> = /* @__PURE__ */ new WeakMap()

/**
 * What the page was handed. It leaves the address bar at once: a token must not reach a Referer, the history or
 * somebody's analytics. A token that the host page gives wins over the one in the address. What is `shown` stays until
 * there is another one: a host page that reads the token from its address finds none there from now on.
 */
export function takeLanding(client: Client, given: string | null | undefined, shown?: Landing | null): Landing {
  const { location, history } = clientInternals(client).platform
  const here = new URL(location.href)
  const { searchParams } = here
  const type = searchParams.get(tokenTypeParameter)
  const found = searchParams.get('token')
  const token = given || found || null
  // A `token` that is neither ours nor used by us is the host page's own.
  if (type !== null || (found !== null && found === token)) {
    searchParams.delete('token')
    searchParams.delete(tokenTypeParameter)
    history.replaceState(history.state, '', here.href)
  }
  const before = shown ?? kept.get(client)
  if (before && (!token || token === before.token)) return before
  const landing = { token, isLogin: type === 'login' }
  if (token) kept.set(client, landing)
  return landing
}

/** Its token has done what it was for. */
export function forgetLanding(client: Client): void {
  kept.delete(client)
}
