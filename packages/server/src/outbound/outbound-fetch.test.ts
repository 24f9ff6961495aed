import type { lookup as systemLookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server as RawServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isPublicAddress } from './outbound-address.ts'
import { createOutboundFetch, type OutboundOptions } from './outbound-fetch.ts'

const servers: Server[] = []
const rawServers: RawServer[] = []
afterEach(() => {
  for (const server of rawServers.splice(0)) server.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Responds to every request with exactly these bytes, and closes the connection. */
async function serveRaw(bytes: string): Promise<string> {
  const server = createRawServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes, 'latin1'))
  })
  rawServers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const loopback: OutboundOptions = { allowHttp: true, isAllowed: (address) => address === '127.0.0.1' }
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    ({ code }) => code,
  )

/** A resolver with the given answers, one for each call. */
function resolver(...answers: string[][]): typeof systemLookup {
  let calls = 0
  return ((_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(calls++, answers.length - 1)] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof systemLookup
}

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    ...['127.0.0.1', '127.1.2.3', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
    ...[
      '169.254.169.254',
      '192.0.2.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
    ],
    ...[
      'fd12::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ],
    ...['2001:db8::1', '2001::1', 'localhost', '', '127.1', '0x7f000001', '2130706433'],
  ])('not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('createOutboundFetch', () => {
  it('sends a request and returns the response', async () => {
    const url = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        response.writeHead(201, { 'content-type': 'application/json', 'x-seen': String(request.headers['x-mine']) })
        response.end(JSON.stringify({ method: request.method, path: request.url, body }))
      })
    })
    const outbound = createOutboundFetch(loopback)
    const answer = await outbound(`${url}/a?b=1`, { method: 'POST', headers: { 'x-mine': 'yes' }, body: 'ünï' })
    expect([answer.status, answer.headers.get('x-seen'), await answer.json()]).toEqual([
      ...[201, 'yes', { method: 'POST', path: '/a?b=1', body: 'ünï' }],
    ])
  })

  it.each([
    ...['http://example.com/', 'file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x', 'no address', ''],
    ...['https://user@example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://0/', 'https://2130706433/'],
    ...['https://0x7f.1/', 'https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/latest/meta-data/', 'https://10.1/'],
  ])('does not connect to %s (B-5)', async (address) => {
    expect(await codeOf(createOutboundFetch()(address))).toBe('address_refused')
  })

  it('checks every address of a name, in the lookup of the connection itself (B-5)', async () => {
    const url = (await serve((_, response) => response.end('in'))).replace('127.0.0.1', 'rebound.example')
    const outbound = (lookup: typeof systemLookup, isAllowed = isPublicAddress) =>
      codeOf(createOutboundFetch({ allowHttp: true, lookup, isAllowed })(url))
    expect(await outbound(resolver(['127.0.0.1']))).toBe('address_refused')
    expect(await outbound(resolver(['8.8.8.8', '10.0.0.1']))).toBe('address_refused')
    expect(await outbound(resolver([]))).toBe('address_refused')
    // The server is reachable: only the check of the address prevents the connection.
    expect(await outbound(resolver(['127.0.0.1']), () => true)).toBe('answered')
    // The name is looked up once, so that a different second answer has no effect.
    expect(await outbound(resolver(['127.0.0.1'], ['8.8.8.8']))).toBe('address_refused')
  })

  it('does not follow a redirect (B-5)', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    const answer = await createOutboundFetch(loopback)(url)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://169.254.169.254/'])
  })

  it('rejects a body above the limit, declared or not, and a compressed one (B-5)', async () => {
    const large = await serve((_, response) => {
      response.on('error', () => {})
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const zipped = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    expect(await codeOf(createOutboundFetch(loopback)(large))).toBe('too_large')
    expect(await codeOf(createOutboundFetch(loopback)(zipped))).toBe('unreachable')
  })

  it('times out while waiting for headers or for the body (B-5, F17)', async () => {
    const silent = await serve(() => {})
    const slow = await serve((_, response) => void response.writeHead(200).write('x'))
    const outbound = createOutboundFetch({ ...loopback, timeoutMs: 100 })
    expect([await codeOf(outbound(silent)), await codeOf(outbound(slow))]).toEqual(['timed_out', 'timed_out'])
  })

  it('accepts 256 kB and waits five seconds by default (B-5)', async () => {
    const sized = (bytes: number) => serve((_, response) => response.end(Buffer.alloc(bytes, 'x')))
    const outbound = createOutboundFetch(loopback)
    expect((await (await outbound(await sized(256 * 1024))).arrayBuffer()).byteLength).toBe(256 * 1024)
    expect(await codeOf(outbound(await sized(256 * 1024 + 1)))).toBe('too_large')
    let arrived = (): void => undefined
    const heard = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const silent = await serve(() => arrived())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const result = codeOf(outbound(silent))
      await heard
      const soFar = () => Promise.race([result, new Promise((resolve) => setImmediate(() => resolve('waiting')))])
      await vi.advanceTimersByTimeAsync(4_999)
      expect(await soFar()).toBe('waiting')
      await vi.advanceTimersByTimeAsync(1)
      expect(await result).toBe('timed_out')
    } finally {
      vi.useRealTimers()
    }
  })

  it('reports an unreachable server and a truncated response', async () => {
    const gone = await serve(() => {})
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x')
      setImmediate(() => response.destroy())
    })
    const outbound = createOutboundFetch(loopback)
    expect([await codeOf(outbound(gone)), await codeOf(outbound(broken))]).toEqual(['unreachable', 'unreachable'])
  })

  it.each([
    ['the status 999', 'HTTP/1.1 999 Enough\r\ncontent-length: 2\r\n\r\nno'],
    ['the status 600', 'HTTP/1.1 600 Enough\r\ncontent-length: 2\r\n\r\nno'],
    ['the status 000', 'HTTP/1.1 000 None\r\ncontent-length: 2\r\n\r\nno'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nno'],
    ['another protocol without a name', 'HTTP/1.1 101 Switching\r\n\r\nno'],
    ['only early hints', 'HTTP/1.1 103 Early\r\nlink: <x>\r\n\r\n'],
    ['an unknown 1xx status', 'HTTP/1.1 199 Soon\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nnoo'],
    ['an invalid length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nno'],
    ['an invalid header', 'HTTP/1.1 200 OK\r\nx: a\0b\r\ncontent-length: 2\r\n\r\nno'],
    ['an invalid chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nno'],
    ['a protocol other than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['no bytes', ''],
  ])('rejects a response with %s without an unhandled rejection', async (_what, bytes) => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const patient = createOutboundFetch({ ...loopback, timeoutMs: 60_000 })
    expect(await codeOf(patient(await serveRaw(bytes)))).toBe('unreachable')
    // Node reports unhandled rejections after the microtasks.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
