import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Listener, listen } from '../node/listen.ts'
import type { Storage } from '../storage/storage.ts'
import { basic, openTestStorage } from '../testing/harness.ts'
import { createFuzzHarness, type FuzzHarness } from './fuzz-harness.suite.ts'
import { nastyTexts } from './requests.suite.ts'

/** Connections; 5,000 in the full run. */
const runs = Number(process.env.HTTP_FUZZ_RUNS ?? 120)
/** I-1: every connection gets a response or ends within this time. */
const timeoutMs = 10_000

/** I-1, and the statuses of the HTTP layer before there is a request: too slow, too long, not HTTP. */
const statuses = new Set([200, 204, 302, 303, 400, 401, 403, 404, 405, 409, 413, 415, 429, 408, 431, 501, 505])

let storage: Storage
let harness: FuzzHarness
let listener: Listener
beforeAll(async () => {
  storage = await openTestStorage('sqlite')
  harness = await createFuzzHarness(storage)
  listener = await listen((request, info) => harness.provider.fetch(request, info), {
    ...{ port: 0, hostname: '127.0.0.1' },
    // A body that never arrives is aborted earlier than by default, because there are thousands of them.
    requestTimeoutMs: 300,
  })
})
afterAll(async () => {
  await listener.close()
  await storage.close()
})

const raw = (text: string): string => text.replace(/[\r\n\0]/g, '')
const word = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: 'binary', maxLength: 30 }))
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH') },
  { weight: 2, arbitrary: fc.constantFrom('TRACE', 'CONNECT', 'get', 'PROPFIND', 'PURGE', 'QUERY', 'M-SEARCH', 'PRI') },
  { weight: 1, arbitrary: word.map((text) => raw(text).replaceAll(' ', '')) },
)
const paths = [
  ...['/sdk/v1/users/me', '/sdk/v1/sessions/authenticate', '/sdk/v1/otps/authenticate', '/sdk/v1/events', '/health'],
  ...['/v1/users', '/v1/magic_links/redirect?token=x', '/.well-known/webauthn', '/v1/public/x/oauth2/token', '/'],
]
const target = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...paths) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '*',
        '//evil.example/sdk/v1/users/me',
        'http://evil.example/sdk/v1/users/me',
        '/sdk/v1/../v1/users',
        '/sdk//v1',
      ],
      ...[
        '/sdk/v1/users/%2e%2e/%2e%2e',
        '/sdk/v1/users/me%00',
        '/sdk/v1/users/me?%ff=%',
        '/%',
        '/%zz',
        '/sdk/v1/users/emails/%c0%ae',
      ],
      ...[
        '/sdk/v1/users/me#x',
        '/sdk/v1/users/me;x=1',
        '/SDK/V1/USERS/ME',
        '\\sdk\\v1',
        'sdk/v1',
        `/${'a'.repeat(9_000)}`,
        '/\u00e9',
      ],
    ),
  },
  { weight: 2, arbitrary: word.map((text) => `/${raw(text).replaceAll(' ', '+')}`) },
)
const version = fc.oneof(
  { weight: 8, arbitrary: fc.constant('HTTP/1.1') },
  { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'http/1.1', 'HTTP', '') },
)
const authorization = fc.constantFrom(
  ...['own', 'public', 'Basic', 'Basic ', 'Basic Og==', 'Basic !!!!', 'basic YTpi', 'Bearer x', 'Digest username="x"'],
  ...[
    `Basic ${'A'.repeat(3_000)}`,
    'Basic 4pyT4pyT',
    'Basic YTo6Ojo6',
    ', , ,',
    'Basic YTpi, Basic YTpi',
    '\u00ff\u00fe',
  ],
)
const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant('Authorization'), authorization),
  fc.tuple(
    fc.constantFrom('Content-Type', 'content-type'),
    fc.constantFrom(
      ...['application/json', 'application/json; charset=utf-8', 'application/json; charset=utf-16', 'text/plain', ''],
      ...[
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json, text/plain',
        'APPLICATION/JSON',
      ],
    ),
  ),
  fc.tuple(fc.constant('Content-Encoding'), fc.constantFrom('gzip', 'identity', 'deflate, gzip', 'br', '', 'x')),
  fc.tuple(
    fc.constant('Transfer-Encoding'),
    fc.constantFrom('chunked', 'gzip, chunked', 'identity', 'chunked, chunked', '\tchunked', 'x'),
  ),
  fc.tuple(
    fc.constant('Content-Length'),
    fc.constantFrom('0', '-1', '1e3', '10', '99999999999999999999', '5, 5', '+5', '0x10', ''),
  ),
  fc.tuple(fc.constant('Origin'), fc.constantFrom('https://app.example.com', 'null', 'https://evil.example', 'x', '')),
  fc.tuple(
    fc.constant('Host'),
    fc.constantFrom('auth.example.com', 'evil.example', '', 'a b', '[::1', 'x:99999', 'a\u0000b', 'user@host'),
  ),
  fc.tuple(
    fc.constantFrom('Expect', 'Upgrade', 'Connection', 'TE', 'Trailer', 'Range', 'If-None-Match'),
    fc.constantFrom('100-continue', 'h2c', 'websocket', 'close', 'keep-alive, te', '*', 'bytes=0-'),
  ),
  fc.tuple(
    fc.constantFrom('X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'X-SDK-Client', 'Cookie', 'Accept', 'Referer'),
    word,
  ),
  fc.tuple(
    word.map((text) => raw(text).replace(/[\s:]/g, '') || 'X'),
    word,
  ),
)
const payload: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constant(Buffer.alloc(0)),
  fc
    .constantFrom('{}', '{"session_duration_minutes":30}', '{"email":"own@example.com"}', '[', '{"a":1}{"b":2}')
    .map((text) => Buffer.from(text)),
  fc.constantFrom(
    Buffer.from('\ufeff{}', 'utf16le'),
    gzipSync(Buffer.alloc(1_000_000)),
    Buffer.from([0xff, 0xfe, 0x7b]),
  ),
  fc.constantFrom(70_000, 200_000).map((size) => Buffer.from(`{"email":"${'x'.repeat(size)}"}`)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)
/** The framing of the body, and how much of it arrives. */
const framing = fc.constantFrom(
  'length',
  'length',
  'length',
  'chunked',
  'badly chunked',
  'short',
  'long',
  'none',
  'both',
)

const request = fc.record({
  ...{ method, target, version, payload, framing },
  headers: fc.array(header, { maxLength: 8 }),
  host: fc.boolean(),
  many: fc.constantFrom(0, 0, 0, 0, 100, 3_000),
  again: fc.constantFrom(0, 0, 0, 1, 3),
  ending: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
})
type Sent = typeof request extends fc.Arbitrary<infer One> ? One : never

function toBytes(sent: Sent): Buffer {
  const { ending } = sent
  const lines = [`${sent.method} ${sent.target} ${sent.version}`]
  if (sent.host) lines.push('Host: auth.example.com')
  for (const [name, value] of sent.headers) {
    const given =
      value === 'own'
        ? basic(harness.project.publicToken, harness.own.token)
        : value === 'public'
          ? basic(harness.project.publicToken)
          : value
    lines.push(`${name}: ${raw(given)}`)
  }
  for (let count = 0; count < sent.many; count += 1) lines.push(`X-${count}: ${count}`)
  const { framing, payload } = sent
  if (framing === 'length' || framing === 'both') lines.push(`Content-Length: ${payload.length}`)
  if (framing === 'short') lines.push(`Content-Length: ${payload.length + 10}`)
  if (framing === 'long') lines.push(`Content-Length: ${Math.max(0, payload.length - 3)}`)
  if (framing.includes('chunked') || framing === 'both') lines.push('Transfer-Encoding: chunked')
  const head = Buffer.from(`${lines.join(ending)}${ending}${ending}`, 'latin1')
  const one = Buffer.concat([head, frameBody(framing, payload)])
  return Buffer.concat(Array.from({ length: sent.again + 1 }, () => one))
}

function frameBody(framing: string, payload: Buffer): Buffer {
  if (framing === 'chunked') {
    const size = payload.length === 0 ? '' : `${payload.length.toString(16)};x=y\r\n`
    return Buffer.concat([Buffer.from(size), payload, Buffer.from(size === '' ? '0\r\n\r\n' : '\r\n0\r\n\r\n')])
  }
  if (framing === 'badly chunked') return Buffer.concat([Buffer.from('-5\r\n'), payload, Buffer.from('\r\nzz\r\n')])
  return framing === 'none' ? Buffer.alloc(0) : payload
}

/** The bytes received until the connection is idle or closed; null if neither happens within ten seconds. */
function exchangeBytes(bytes: Buffer): Promise<string | null> {
  return new Promise((resolve) => {
    let received = ''
    let rest: NodeJS.Timeout | undefined
    const socket = connect(listener.port, '127.0.0.1', () => socket.write(bytes))
    const late = setTimeout(() => end(null), timeoutMs)
    function end(value: string | null): void {
      clearTimeout(late)
      clearTimeout(rest)
      socket.destroy()
      resolve(value)
    }
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      clearTimeout(rest)
      rest = setTimeout(() => end(received), 15)
    })
    socket.on('error', () => {})
    socket.on('close', () => end(received))
  })
}

const leak = /\bat .*\.[jt]s:\d+|SQLITE_|node_modules|select .* from|BEGIN [A-Z ]*PRIVATE KEY/i

it('every connection gets a valid response or is closed for any bytes, and the provider keeps running', {
  timeout: 1_800_000,
}, async () => {
  let answers = 0
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const received = await exchangeBytes(toBytes(sent))
      expect(received).not.toBeNull()
      const lines = [...(received ?? '').matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(([, status]) => Number(status))
      answers += lines.length
      // Bytes that are not a request may be dropped without a response; any response begins with a status.
      if (received !== '') expect(lines.length).toBeGreaterThan(0)
      expect(lines.filter((status) => status !== 100 && !statuses.has(status))).toEqual([])
      expect(lines.filter((status) => status !== 100).length).toBeLessThanOrEqual(sent.again + 2 + sent.payload.length)
      expect(received).not.toMatch(leak)
    }),
    { numRuns: runs },
  )
  expect(answers).toBeGreaterThan(runs / 2)
  expect(await exchangeBytes(Buffer.from('GET /health/alive HTTP/1.1\r\nHost: x\r\n\r\n'))).toMatch(
    /^HTTP\/1\.1 200 OK\r\n(.|\s)*"ok"/,
  )
  expect(harness.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
})

it('a body is never read as the next request, and two lengths of a body are rejected', async () => {
  const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
  const head = 'POST /sdk/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const length = `Content-Length: ${smuggled.length}\r\n`
  const readStatuses = async (text: string) =>
    [...((await exchangeBytes(Buffer.from(text))) ?? '').matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status)
  expect(await readStatuses(`${head}${length}\r\n${smuggled}`)).toEqual(['400'])
  expect(await readStatuses(`${head}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`)).toEqual(['400'])
  expect(await readStatuses(`${head}${length}Content-Length: 0\r\n\r\n${smuggled}`)).toEqual(['400'])
  expect(await readStatuses(`${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`)).toEqual(['400'])
})
