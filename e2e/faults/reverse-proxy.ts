import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A round-robin reverse proxy over the ready providers, which tries the next one if a port is closed. No sticky sessions. */
export interface ReverseProxy {
  port: number
  /** Sets the providers. */
  use(ports: readonly number[]): void
  /** The number of responses by port. */
  answers: Map<number, number>
  close(): Promise<void>
}

const askEveryMs = 50

/** Hop-by-hop headers (RFC 9110 §7.6.1). */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding']

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)))
}

export async function startReverseProxy(): Promise<ReverseProxy> {
  const answers = new Map<number, number>()
  let ports: readonly number[] = []
  let ready: readonly number[] = []
  let turn = 0

  async function ask(): Promise<void> {
    const asked = ports
    const states = await Promise.all(asked.map(isReady))
    if (asked === ports) ready = asked.filter((_, index) => states[index])
  }
  let isOpen = true
  // One at a time: a slow response must not overwrite a newer one and mark a stopped provider as ready.
  async function keepAsking(): Promise<void> {
    while (isOpen) {
      await ask()
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    }
  }
  const asking = keepAsking()

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const candidates = ready.length > 0 ? ready : ports
    turn += 1
    // Fixed order for this request: concurrent requests advance the turn, and the same provider would be tried twice.
    const first = turn
    for (let index = 0; index < candidates.length; index += 1) {
      const port = candidates[(first + index) % candidates.length] ?? 0
      if (await pass(port, incoming, Buffer.concat(chunks), outgoing)) return
    }
    outgoing.writeHead(502).end()
  }

  /** False if the port is closed: then another provider can be tried. */
  function pass(port: number, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<boolean> {
    const headers = { ...passedOn(incoming.headers), 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    return new Promise((resolve) => {
      const onward = request(
        { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers, agent: false },
        (answer) => {
          answers.set(port, (answers.get(port) ?? 0) + 1)
          outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
          answer.on('error', () => outgoing.destroy())
          answer.pipe(outgoing)
          resolve(true)
        },
      )
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false)
        if (!outgoing.headersSent) outgoing.writeHead(502).end()
        resolve(true)
      })
      onward.end(body)
    })
  }

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing).catch(() => outgoing.destroy()))
  // Only the client closes idle connections: a request is lost if both sides close at once.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    answers,
    use(next) {
      ports = next
      ready = next
    },
    async close() {
      isOpen = false
      await asking
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}
