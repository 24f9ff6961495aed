import { isIP } from 'node:net'
import { createOutboundFetch, type OutboundFetch } from '../outbound/outbound-fetch.ts'

/**
 * Lets the provider send requests to this machine over http, for example back-channel logouts to a client application
 * in development. All other requests go through `outside`, which never reaches this machine.
 */
export function reachThisMachine(outside: OutboundFetch): OutboundFetch {
  const inside = createOutboundFetch({ allowHttp: true, isAllowed: isThisMachine })
  return (address, init) => (isOnThisMachine(address) ? inside : outside)(address, init)
}

/** Only these two names; the resolved address is checked again. */
function isOnThisMachine(address: string | URL): boolean {
  if (!URL.canParse(String(address))) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
}

function isThisMachine(address: string): boolean {
  return isIP(address) !== 0 && /^(127(\.\d{1,3}){3}|::1)$/.test(address)
}
