import { lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './outbound-address.ts'

/** Requests a small document from another server. All requests to addresses that a project or a client can choose go through it. */
export type OutboundFetch = (url: string | URL, init?: OutboundInit) => Promise<Response>

export interface OutboundInit {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | undefined
}

/** The request was not sent, or got no response, or one that is too large. */
export class OutboundError extends Error {
  readonly code: 'address_refused' | 'timed_out' | 'too_large' | 'unreachable'

  constructor(code: OutboundError['code'], cause?: unknown) {
    super(`outbound request: ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'OutboundError'
    this.code = code
  }
}

export interface OutboundOptions {
  /** From the name lookup to the last byte. */
  timeoutMs?: number
  maxBytes?: number
  /** For tests: resolves names, and decides which addresses may be connected to. */
  lookup?: typeof systemLookup
  isAllowed?: (address: string) => boolean
  /** For tests: allows plain http. */
  allowHttp?: boolean
}

/**
 * Connects by https to the public internet only. The address is checked in the lookup of the connection itself, so that
 * a name cannot change its address in between (DNS rebinding). Redirects are returned, not followed. A body is limited
 * to `maxBytes`.
 *
 * @example
 * const outbound = createOutboundFetch()
 * const jwks = await (await outbound('https://issuer.example.com/jwks')).json()
 */
export function createOutboundFetch(options: OutboundOptions = {}): OutboundFetch {
  const { timeoutMs = 5_000, maxBytes = 262_144, allowHttp = false } = options
  const isAllowed = options.isAllowed ?? isPublicAddress
  const lookup = guardedLookup(options.lookup ?? systemLookup, isAllowed)

  return (address, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const url = typeof address === 'string' ? parse(address) : address
      const isPlain = url?.protocol === 'http:' && allowHttp
      if (url === null || (url.protocol !== 'https:' && !isPlain) || url.username !== '' || url.password !== '')
        return reject(new OutboundError('address_refused'))
      // Node connects to a literal address without a lookup.
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !isAllowed(literal)) return reject(new OutboundError('address_refused'))
      // Compressed bodies are not requested: `maxBytes` does not bound their decompressed size.
      const requestOptions: RequestOptions = {
        ...{ method, lookup, agent: false },
        headers: { ...headers, 'accept-encoding': 'identity', ...(body === undefined ? {} : lengthOf(body)) },
      }
      let isAnswered = false
      const request = (isPlain ? plainRequest : secureRequest)(url, requestOptions, (answer) => {
        isAnswered = true
        // Inside the promise chain: a status that `Response` rejects must fail the request, not the process.
        readLimited(answer, maxBytes)
          .then((bytes) => resolve(toResponse(answer, bytes)))
          .catch(fail)
      })
      const late = setTimeout(() => fail(new OutboundError('timed_out')), timeoutMs)
      function fail(cause: unknown): void {
        clearTimeout(late)
        request.destroy()
        reject(cause instanceof OutboundError ? cause : new OutboundError('unreachable', cause))
      }
      request.on('error', fail).on('close', () => {
        clearTimeout(late)
        // Node emits only `close` if the server switches protocols (101).
        if (!isAnswered) fail(new OutboundError('unreachable'))
      })
      request.end(body)
    })
}

/** All addresses of a name must be allowed, because Node chooses which one it connects to. */
function guardedLookup(lookup: typeof systemLookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    lookup(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new OutboundError('address_refused'), '')
      if (lookupOptions.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

async function readLimited(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = answer.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new OutboundError('unreachable')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new OutboundError('too_large')
    chunks.push(chunk)
  }
  if (!answer.complete) throw new OutboundError('unreachable')
  return Buffer.concat(chunks)
}

function toResponse(answer: IncomingMessage, bytes: Buffer): Response {
  const status = answer.statusCode ?? 502
  // Some `Response` implementations accept these status codes.
  if (status < 200 || status > 599) throw new OutboundError('unreachable')
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headersDistinct))
    for (const one of value ?? []) headers.append(name, one)
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers })
}

function lengthOf(body: string): Record<string, string> {
  return { 'content-length': String(Buffer.byteLength(body)) }
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
