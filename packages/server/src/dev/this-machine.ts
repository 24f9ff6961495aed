import { isIP } from 'node:net'
import { createOutboundFetch, type OutboundFetch } from '../outbound/outbound-fetch.ts'

/**
 * Lets the provider reach pages of this machine by plain http, as it lets them in: an application that somebody
 * develops hears of log-outs there. Everything else goes where `outside` lets it, which is never here.
 */
export function reachThisMachine(outside: OutboundFetch): OutboundFetch {
  const inside = createOutboundFetch({ allowHttp: true, isAllowed: isThisMachine })
  return (address, init) => (isOnThisMachine(address) ? inside : outside)(address, init)
}

/** By these two names only; what they lead to is judged once more when they are resolved. */
function isOnThisMachine(address: string | URL): boolean {
  if (!URL.canParse(String(address))) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
}

function isThisMachine(address: string): boolean {
  return isIP(address) !== 0 && /^(127(\.\d{1,3}){3}|::1)$/.test(address)
}
