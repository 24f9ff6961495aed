import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks that are not on the public internet: loopback, private, link-local and reserved ones, and tunnels to them. */
const inner = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(network, prefix, 'ipv4')

/** Global unicast is 2000::/3; the rest is local or reserved, or embeds an IPv4 address (NAT64, mapped). */
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
/** Exceptions inside of it: 6to4 and Teredo embed IPv4 addresses, the others are for documentation and tests. */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(network, prefix, 'ipv6')

/**
 * Whether the provider may connect to an address that a caller chose: only on the public internet.
 *
 * @example
 * isPublicAddress('169.254.169.254') // false
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (!isIPv6(address)) return !inner.check(address, 'ipv4')
  return outer.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}
