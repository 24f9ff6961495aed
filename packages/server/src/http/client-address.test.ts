import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { canonicalIp, createAddressReader } from './client-address.ts'

const forged = '1.1.1.1, 2.2.2.2, 3.3.3.3'

describe('createAddressReader', () => {
  it('uses the address of the socket when no proxy is trusted (R-2)', () => {
    const read = createAddressReader(0)
    expect([read('203.0.113.7', forged), read('203.0.113.7', null)]).toEqual(
      Array(2).fill({ ip: '203.0.113.7', prefix: '203.0.113.7', isForwarded: false }),
    )
  })

  it('uses the hop that the last trusted proxy saw (R-2)', () => {
    expect(createAddressReader(1)('10.0.0.1', forged).ip).toBe('3.3.3.3')
    expect(createAddressReader(2)('10.0.0.1', forged).ip).toBe('2.2.2.2')
    expect(createAddressReader(9)('10.0.0.1', forged).ip).toBe('1.1.1.1')
    expect(createAddressReader(1)('10.0.0.1', null).ip).toBe('10.0.0.1')
  })

  it('uses the right-most hop outside the trusted networks', () => {
    const read = createAddressReader(['10.0.0.0/8', 'fd00::/8'])
    expect(read('10.0.0.1', '1.1.1.1, 198.51.100.4, 10.2.3.4').ip).toBe('198.51.100.4')
    expect(read('198.51.100.9', '1.1.1.1').ip).toBe('198.51.100.9')
    expect(read('fd00::1', '2001:db8::5').ip).toBe('2001:db8::5')
  })

  it('parses no hop to the left of the first untrusted one (R-8)', () => {
    let parsed = 0
    const RealUrl = URL
    vi.stubGlobal(
      'URL',
      class extends RealUrl {
        constructor(address: string) {
          super(address)
          parsed += 1
        }
      },
    )
    onTestFinished(() => {
      vi.unstubAllGlobals()
    })
    const forgedHops = Array(2_000).fill('2001:db8::1').join(', ')
    expect(createAddressReader(1)('10.0.0.1', `${forgedHops}, 2001:db8::2`).ip).toBe('2001:db8::2')
    expect(createAddressReader(['10.0.0.0/8'])('10.0.0.1', `${forgedHops}, 2001:db8::3`).ip).toBe('2001:db8::3')
    expect(createAddressReader(0)('10.0.0.1', forgedHops).ip).toBe('10.0.0.1')
    expect(parsed).toBe(2)
  })

  it('stops after 32 hops, also if the caller wrote trusted addresses (R-8)', () => {
    const read = createAddressReader(['10.0.0.0/8'])
    const chain = (hops: number): string => ['198.51.100.4', ...Array(hops).fill('10.2.3.4')].join(',')
    expect([read('10.0.0.1', chain(31)).ip, read('10.0.0.1', chain(32)).ip]).toEqual(['198.51.100.4', '10.2.3.4'])
  })

  it('does not read a hop that is longer than an address', () => {
    expect(canonicalIp(`${'0'.repeat(200)}1.2.3.4`)).toBeNull()
    expect(createAddressReader(1)('10.0.0.1', `3.3.3.3%${'x'.repeat(200)}`).ip).toBe('10.0.0.1')
  })

  it('ignores a hop that is not an address', () => {
    expect(createAddressReader(2)('10.0.0.1', 'evil, 3.3.3.3').ip).toBe('3.3.3.3')
    expect(createAddressReader(1)('10.0.0.1', 'evil').ip).toBe('10.0.0.1')
  })

  it('gives all addresses of an IPv6 network and all spellings of an address one key (R-3)', () => {
    const read = createAddressReader(0)
    const addresses = [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff:ffff:ffff:ffff',
      '2001:0db8:0001:0002:0:0:0:9',
      '[2001:db8:1:2::3]',
    ]
    expect(addresses.map((address) => read(address, null).prefix)).toEqual(Array(4).fill('2001:db8:1:2::/64'))
    const mapped = ['1.2.3.4', '::ffff:1.2.3.4', '::FFFF:0102:0304', '0:0:0:0:0:ffff:1.2.3.4']
    expect(mapped.map((address) => read(address, null).prefix)).toEqual(Array(4).fill('1.2.3.4'))
    expect([read('::1', null).prefix, read('', null).prefix]).toEqual(['0:0:0:0::/64', 'unknown'])
  })

  it('rejects an invalid network', () => {
    expect(() => createAddressReader(['nonsense/8'])).toThrow('trustProxy "nonsense/8" is not an address or a network')
  })
})

describe('canonicalIp', () => {
  it.each(['', 'x', '1.2.3', '1.2.3.4.5', '::g', '1.2.3.4/8', "1.2.3.4' or 1=1", '999.1.1.1'])(
    'returns null for %j',
    (text) => {
      expect(canonicalIp(text)).toBeNull()
    },
  )
})
