import { BlockList, isIP, isIPv4 } from 'node:net'

/** The network address of the caller. */
export interface ClientAddress {
  /** Canonical: IPv4 dotted (also for mapped addresses), IPv6 compressed and lower-case. */
  ip: string
  /** The key for limits and the audit log: the IPv4 address, or the /64 of an IPv6 address. */
  prefix: string
  /** Whether a trusted proxy passed the request on. */
  isForwarded: boolean
}

/** More than any deployment has: a longer chain was written by the caller. */
const mostHops = 32
/** An IPv6 address with a zone, brackets and a port is shorter. */
const longestHop = 128

/**
 * The right-most hop that is not a trusted proxy: hops to its left may be forged by the caller. Without trusted proxies
 * it is the peer of the socket. Hops are parsed from the right, and only as far as they are trusted, so that a long
 * header costs no more than its length.
 */
export function createAddressReader(
  trustProxy: number | readonly string[],
): (peerAddress: string, forwardedFor: string | null) => ClientAddress {
  const trusted = typeof trustProxy === 'number' ? null : networks(trustProxy)
  const isTrusted = (ip: string, hop: number): boolean =>
    trusted === null ? hop < Number(trustProxy) : contains(trusted, ip)
  return (peerAddress, forwardedFor) => {
    let ip = canonicalIp(peerAddress) ?? 'unknown'
    let rest = forwardedFor
    let isForwarded = false
    for (let hop = 0; rest !== null && hop < mostHops && isTrusted(ip, hop); hop += 1) {
      const comma = rest.lastIndexOf(',')
      const before = canonicalIp(rest.slice(comma + 1).trim())
      // A trusted proxy only writes addresses: anything else ends the chain.
      if (before === null) break
      ip = before
      isForwarded = true
      rest = comma < 0 ? null : rest.slice(0, comma)
    }
    return { ip, prefix: prefixOf(ip), isForwarded }
  }
}

/** One text for each address: `::ffff:1.2.3.4`, `0:0:0:0:0:FFFF:102:304` and `1.2.3.4` are the same caller. */
export function canonicalIp(text: string): string | null {
  if (text.length > longestHop) return null
  const bare = text.replace(/^\[|\](:\d+)?$/g, '').replace(/%.*$/, '')
  const withoutPort = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(':')) : bare
  if (isIPv4(withoutPort)) return withoutPort
  if (isIP(withoutPort) !== 6) return null
  const canonical = new URL(`http://[${withoutPort}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (!mapped) return canonical
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function prefixOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const [left = '', right = ''] = ip.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === '' ? [] : right.split(':')
  const zeros = ip.includes('::') ? Array<string>(8 - head.length - tail.length).fill('0') : []
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

function networks(list: readonly string[]): BlockList {
  const block = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : isIP(address) === 6 ? 'ipv6' : null
    if (!family) throw new Error(`configuration: trustProxy ${JSON.stringify(entry)} is not an address or a network`)
    if (bits === undefined) block.addAddress(address, family)
    else block.addSubnet(address, Number(bits), family)
  }
  return block
}

function contains(block: BlockList, ip: string): boolean {
  const version = isIP(ip)
  return version !== 0 && block.check(ip, version === 4 ? 'ipv4' : 'ipv6')
}

/** The /48 of an IPv6 network, which is what an ISP assigns to one customer; an IPv4 address unchanged. */
export function siteOf(prefix: string): string {
  return prefix.includes(':') ? prefix.split(':').slice(0, 3).join(':') : prefix
}
