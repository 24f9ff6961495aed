import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type { ConnectMiddleware, ConnectRequest, ConnectResponse } from './adapters/connect.ts'
export { getSession, loadSession, requireSession } from './adapters/connect.ts'
export type { RequireSessionOptions } from './adapters/gate.ts'

/** Responds to a request; `peerAddress` is the network address of the connection. */
export type FetchHandler = (request: Request, info: { peerAddress: string }) => Response | Promise<Response>

/** The options of `toNodeHandler`. */
export interface NodeHandlerOptions {
  /** The origin of the URLs of requests, behind a proxy. @default the protocol of the connection and the `Host` header */
  readonly origin?: string | undefined
  /**
   * Receives errors of the handler. The response is a 500, or ends early if it has begun.
   * @default emits a warning of the process
   */
  readonly onError?: ((error: unknown) => void) | undefined
}

/**
 * Mounts a fetch handler, such as a provider, on `node:http` or in Express. Reads the body itself: do not mount a body
 * parser before it.
 *
 * @example
 * createServer(toNodeHandler((request) => new Response('Hello')))
 */
export function toNodeHandler(
  handler: FetchHandler,
  { origin, onError = warn }: NodeHandlerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const abort = new AbortController()
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) abort.abort()
    })
    try {
      const request = toRequest(incoming, origin, abort.signal)
      const response = request
        ? await handler(request, { peerAddress: incoming.socket.remoteAddress ?? '' })
        : new Response('Bad Request', { status: 400 })
      await write(response, outgoing, incoming.method === 'HEAD')
    } catch (error) {
      // The user has closed the page.
      if (abort.signal.aborted) return
      onError(error)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500).end()
    }
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

/** Null if the URL or the method is invalid. */
function toRequest(incoming: IncomingMessage, origin: string | undefined, signal: AbortSignal): Request | null {
  const { method = 'GET', socket } = incoming
  const protocol = 'encrypted' in socket ? 'https' : 'http'
  // Express removes the path that the handler is mounted on from `url`.
  const path = (incoming as { originalUrl?: string }).originalUrl ?? incoming.url ?? '/'
  const headers = new Headers()
  // HTTP/2 has names that begin with a colon.
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    if (!name.startsWith(':')) for (const value of values) headers.append(name, value)
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal }
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>
    init.duplex = 'half'
  }
  try {
    const base = new URL(origin ?? `${protocol}://${incoming.headers.host ?? 'localhost'}`)
    // A `Host` header with a path would change the path of the request.
    if (base.href !== `${base.origin}/`) return null
    // Not `new URL(path, base)`: a path that begins with two slashes would name another host.
    return new Request(base.origin + (path.startsWith('/') ? path : `/${path}`), init)
  } catch {
    return null
  }
}

async function write(response: Response, outgoing: ServerResponse, isHead: boolean): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  if (response.body === null || isHead) {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
}
