import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FreezingProxy {
  /** The given URL, by way of the proxy. */
  url: string
  /** From now on nothing passes, and nothing is closed: as if the network cable were pulled. */
  freeze(): void
  thaw(): void
  /** Cuts every connection. */
  cut(): void
  close(): Promise<void>
}

/** A TCP proxy in front of a database that can stop answering without saying so. */
export async function createFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let frozen = false

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      if (frozen) socket.pause()
    }
    client.on('data', (data) => upstream.write(data))
    upstream.on('data', (data) => client.write(data))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    if (frozen) for (const socket of [client, upstream]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  // The name of a Unix socket would have precedence.
  url.searchParams.delete('host')

  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
