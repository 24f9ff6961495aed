import type { B2bClient } from '@latchkey/client/b2b'
import { clientInternals } from '@latchkey/client/internal'
import { landingErrorParameter, tokenTypeParameter } from '@latchkey/contract'
import type { B2bLanding } from './flow/b2b-login.flow.ts'

/** A reset token that was removed from the URL is kept, because a widget may be rendered again. */
const kept: WeakMap<B2bClient, B2bLanding> = /* @__PURE__ */ new WeakMap()

/**
 * Reads the landing from the URL. A reset token is removed there at once: it must not reach a Referer header, the history
 * or an analytics script. Other tokens are removed by the client when they are redeemed.
 */
export function takeB2bLanding(client: B2bClient): B2bLanding {
  const parsed = client.parseAuthenticateUrl()
  if (parsed?.handled) return { type: 'link' }
  if (parsed?.tokenType !== 'reset_password' || !parsed.token) return kept.get(client) ?? { type: 'none' }
  const { location, history } = clientInternals(client).platform
  const here = new URL(location.href)
  for (const name of ['token', tokenTypeParameter, landingErrorParameter]) here.searchParams.delete(name)
  history.replaceState(history.state, '', here.href)
  const landing: B2bLanding = { type: 'reset', token: parsed.token }
  kept.set(client, landing)
  return landing
}
