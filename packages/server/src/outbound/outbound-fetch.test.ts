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

/** Answers every request with these very bytes, and hangs up. */
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

/** A resolver that answers as it is told. */
function resolver(...answers: string[][]): typeof systemLookup {
  let asked = 0
  return ((_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
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
  it('asks and answers', async () => {
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
  ])('does not ask %s (B-5)', async (address) => {
    expect(await codeOf(createOutboundFetch()(address))).toBe('address_refused')
  })

  it('judges every address a name resolves to, for the very connection that is made (B-5)', async () => {
    const url = (await serve((_, response) => response.end('in'))).replace('127.0.0.1', 'rebound.example')
    const outbound = (lookup: typeof systemLookup, isAllowed = isPublicAddress) =>
      codeOf(createOutboundFetch({ allowHttp: true, lookup, isAllowed })(url))
    expect(await outbound(resolver(['127.0.0.1']))).toBe('address_refused')
    expect(await outbound(resolver(['8.8.8.8', '10.0.0.1']))).toBe('address_refused')
    expect(await outbound(resolver([]))).toBe('address_refused')
    // The way in is there: only the judgement keeps it shut.
    expect(await outbound(resolver(['127.0.0.1']), () => true)).toBe('answered')
    // A name that answers differently the second time is not asked a second time.
    expect(await outbound(resolver(['127.0.0.1'], ['8.8.8.8']))).toBe('address_refused')
  })

  it('follows no redirect (B-5)', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    const answer = await createOutboundFetch(loopback)(url)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://169.254.169.254/'])
  })

  it('reads no more than it may, declared or not, and nothing that is compressed (B-5)', async () => {
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

  it('waits no longer than it may, for headers or for the rest (B-5, F17)', async () => {
    const silent = await serve(() => {})
    const slow = await serve((_, response) => void response.writeHead(200).write('x'))
    const outbound = createOutboundFetch({ ...loopback, timeoutMs: 100 })
    expect([await codeOf(outbound(silent)), await codeOf(outbound(slow))]).toEqual(['timed_out', 'timed_out'])
  })

  it('takes 256 kB and waits five seconds where nobody says otherwise (B-5)', async () => {
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
      const asked = codeOf(outbound(silent))
      await heard
      const soFar = () => Promise.race([asked, new Promise((resolve) => setImmediate(() => resolve('waiting')))])
      await vi.advanceTimersByTimeAsync(4_999)
      expect(await soFar()).toBe('waiting')
      await vi.advanceTimersByTimeAsync(1)
      expect(await asked).toBe('timed_out')
    } finally {
      vi.useRealTimers()
    }
  })

  it('says that nobody is there, and when an answer breaks off', async () => {
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
    ['a status beyond all', 'HTTP/1.1 999 Enough\r\ncontent-length: 2\r\n\r\nno'],
    ['a status of six hundred', 'HTTP/1.1 600 Enough\r\ncontent-length: 2\r\n\r\nno'],
    ['no status at all', 'HTTP/1.1 000 None\r\ncontent-length: 2\r\n\r\nno'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nno'],
    ['another protocol without its name', 'HTTP/1.1 101 Switching\r\n\r\nno'],
    ['nothing but a hint', 'HTTP/1.1 103 Early\r\nlink: <x>\r\n\r\n'],
    ['a provisional status of its own', 'HTTP/1.1 199 Soon\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nnoo'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nno'],
    ['a header that no header may be', 'HTTP/1.1 200 OK\r\nx: a\0b\r\ncontent-length: 2\r\n\r\nno'],
    ['a chunk that is none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nno'],
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['nothing', ''],
  ])('an answer of %s ends the request and nothing else', async (_what, bytes) => {
    const unheard: unknown[] = []
    const hear = (reason: unknown): void => void unheard.push(reason)
    process.on('unhandledRejection', hear)
    const patient = createOutboundFetch({ ...loopback, timeoutMs: 60_000 })
    expect(await codeOf(patient(await serveRaw(bytes)))).toBe('unreachable')
    // Node tells of a rejection nobody has heard of once the microtasks are through.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', hear)
    expect(unheard).toEqual([])
  })
})
