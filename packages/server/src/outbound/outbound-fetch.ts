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

/** The other side was not asked, did not answer, or answered with too much. */
export class OutboundError extends Error {
  readonly code: 'address_refused' | 'timed_out' | 'too_large' | 'unreachable'

  constructor(code: OutboundError['code'], cause?: unknown) {
    super(`outbound request: ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'OutboundError'
    this.code = code
  }
}

export interface OutboundOptions {
  /** From the look-up of the name to the last byte. */
  timeoutMs?: number
  maxBytes?: number
  /** Tests: how names are resolved, and which addresses may be reached. */
  lookup?: typeof systemLookup
  isAllowed?: (address: string) => boolean
  /** Tests: plain http too. */
  allowHttp?: boolean
}

/**
 * https to the public internet, and nothing else. The address is judged when the name is resolved for the very
 * connection that is made, so that a name cannot point elsewhere in between; redirects are handed back, not
 * followed; a body ends at `maxBytes`.
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
      // A literal address is connected to without a look-up.
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !isAllowed(literal)) return reject(new OutboundError('address_refused'))
      // Compressed bodies are not asked for: their size would say nothing of what they grow to.
      const wishes: RequestOptions = {
        ...{ method, lookup, agent: false },
        headers: { ...headers, 'accept-encoding': 'identity', ...(body === undefined ? {} : lengthOf(body)) },
      }
      let isAnswered = false
      const request = (isPlain ? plainRequest : secureRequest)(url, wishes, (answer) => {
        isAnswered = true
        // Making a response of it is part of the chain: a status that no response can have must fail it, not the process.
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
        // Closed without a word: Node says no more of somebody who changes the protocol (101).
        if (!isAnswered) fail(new OutboundError('unreachable'))
      })
      request.end(body)
    })
}

/** Every address a name resolves to has to be allowed: which one is taken is not ours to say. */
function guardedLookup(lookup: typeof systemLookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, wishes, callback) => {
    lookup(hostname, { ...wishes, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new OutboundError('address_refused'), '')
      if (wishes.all) callback(null, addresses)
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
  // Not every `Response` refuses these by itself: what serves us brings one that does not look.
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
