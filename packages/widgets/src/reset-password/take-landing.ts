import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { tokenTypeParameter } from '@latchkey/contract'
import type { Landing } from './reset-password.flow.ts'

/**
 * What the page was handed. It leaves the address bar at once: a token must not reach a Referer, the history or
 * somebody's analytics. A token that the host page gives wins over the one in the address.
 */
export function takeLanding(client: Client, given: string | null | undefined): Landing {
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
  return { token, isLogin: type === 'login' }
}
