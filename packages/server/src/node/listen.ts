import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

export interface ListenOptions {
  /** 0 takes a free one. */
  port: number
  hostname: string
  /** A request must have arrived whole within this time; a slower one is cut. */
  requestTimeoutMs?: number | undefined
  /** How long requests being answered may take to finish once `close` was called. */
  drainMs?: number | undefined
}

export interface Listener {
  port: number
  hostname: string
  /** Takes no new connection, lets running requests finish, then cuts what is left. Safe to call twice. */
  close(): Promise<void>
}

export type PeerHandler = (request: Request, info: { peerAddress: string }) => Promise<Response>

const defaultRequestTimeoutMs = 10_000
const defaultDrainMs = 6_000
/** Longer than the 60 s of common load balancers, so that it is they who end an idle connection. */
const keepAliveMs = 65_000
const maxHeaderBytes = 16_384
/** When everybody comes back at once, they wait with the system until they are let in; it may allow fewer. */
const waitingConnections = 4_096
/** Node looks for overdue requests this often. */
const checkEveryMs = 1_000

/** Binds a fetch handler to a port. Rejects with Node's own error (`EADDRINUSE`, `EACCES`, …). */
export async function listen(handler: PeerHandler, options: ListenOptions): Promise<Listener> {
  const requestTimeout = options.requestTimeoutMs ?? defaultRequestTimeoutMs
  const answering = new Set<ServerResponse>()
  let closing: Promise<void> | null = null

  const answer = getRequestListener(
    (request, env) => handler(request, { peerAddress: plainAddress(env.incoming.socket?.remoteAddress) }),
    { errorHandler: badRequest },
  )
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      requestTimeout,
      headersTimeout: requestTimeout,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(checkEveryMs, requestTimeout),
    },
    (incoming, outgoing) => {
      answering.add(outgoing)
      outgoing.on('close', () => answering.delete(outgoing))
      if (closing) outgoing.shouldKeepAlive = false
      void answer(incoming, outgoing)
    },
  )
  // An expectation nobody knows is none (RFC 9110 §10.1.1): Node would answer it by itself, without a word of ours.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.hostname, backlog: waitingConnections }, resolve)
  })
  // From here on a socket's failure is that socket's own affair.
  server.removeAllListeners('error').on('error', () => {})

  return {
    port: (server.address() as AddressInfo).port,
    hostname: options.hostname,
    close() {
      closing ??= new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), options.drainMs ?? defaultDrainMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        // A running answer ends its connection instead of keeping it for a next request.
        for (const outgoing of answering) outgoing.shouldKeepAlive = false
        server.closeIdleConnections()
      })
      return closing
    },
  }
}

/** What could not even be read as a request (an impossible Host, an impossible target). */
function badRequest(): Response {
  const body = { status_code: 400, error_type: 'bad_request', error_message: 'The request could not be read.' }
  return Response.json(body, { status: 400, headers: { 'cache-control': 'no-store' } })
}

/** A socket that listens on both families shows v4 peers as `::ffff:192.0.2.1`. */
function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
