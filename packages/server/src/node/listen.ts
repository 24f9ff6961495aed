import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

export interface ListenOptions {
  /** 0 takes a free port. */
  port: number
  hostname: string
  /** The time in which a request must have arrived completely; slower ones are aborted. */
  requestTimeoutMs?: number | undefined
  /** Called with the error of a handler that rejects or throws: the response is a 500. */
  onError?: ((error: unknown) => void) | undefined
  /** How long running requests may take to finish after `close` was called. */
  drainMs?: number | undefined
}

export interface Listener {
  port: number
  hostname: string
  /** Accepts no new connections, lets running requests finish, then closes the rest. Safe to call twice. */
  close(): Promise<void>
}

export type PeerHandler = (request: Request, info: { peerAddress: string }) => Promise<Response>

const defaultRequestTimeoutMs = 10_000
const defaultDrainMs = 6_000
/** Longer than the 60 s of common load balancers, so that the load balancer closes idle connections. */
const keepAliveMs = 65_000
const maxHeaderBytes = 16_384
/** The backlog of the socket, for many clients that reconnect at once; the operating system may allow fewer. */
const backlog = 4_096
/** Node looks for overdue requests this often. */
const checkEveryMs = 1_000

/** Binds a fetch handler to a port. Rejects with Node's own error (`EADDRINUSE`, `EACCES`, …). */
export async function listen(handler: PeerHandler, options: ListenOptions): Promise<Listener> {
  const requestTimeout = options.requestTimeoutMs ?? defaultRequestTimeoutMs
  const running = new Set<ServerResponse>()
  let closing: Promise<void> | null = null

  const answer = getRequestListener(
    async (request, env) => {
      try {
        return await handler(request, { peerAddress: plainAddress(env.incoming.socket?.remoteAddress) })
      } catch (error) {
        options.onError?.(error)
        return failed()
      }
    },
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
      running.add(outgoing)
      outgoing.on('close', () => running.delete(outgoing))
      if (closing) outgoing.shouldKeepAlive = false
      void answer(incoming, outgoing)
    },
  )
  // RFC 9110 §10.1.1: unknown expectations are ignored. Otherwise Node responds itself, without our headers.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.hostname, backlog }, resolve)
  })
  // From here on the error of a socket must not end the process.
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
        // A running response closes its connection afterwards.
        for (const outgoing of running) outgoing.shouldKeepAlive = false
        server.closeIdleConnections()
      })
      return closing
    },
  }
}

/** For a request that cannot be parsed (an invalid Host, an invalid target). */
function badRequest(): Response {
  return errorResponse(400, 'bad_request', 'The request could not be read.')
}

/** The provider responds to its own errors; this is for other handlers, such as the pages of a development provider. */
function failed(): Response {
  return errorResponse(500, 'internal_error', 'Something went wrong. Please try again.')
}

function errorResponse(status: number, error_type: string, error_message: string): Response {
  const body = { status_code: status, error_type, error_message }
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

/** A dual-stack socket shows IPv4 peers as `::ffff:192.0.2.1`. */
function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
