import { type ListenOptions, listen, type PeerHandler } from './listen.ts'

export interface ServeOptions extends Partial<ListenOptions> {
  /** How long `/health/ready` responds with 503 before connections are closed; requests are still handled. Defaults to 0. */
  noticeMs?: number | undefined
}

export interface RunningProvider {
  port: number
  hostname: string
  /**
   * Fails the readiness check, then accepts no new connections, lets running requests finish and closes the provider.
   * Takes at most ten seconds in addition to `noticeMs`.
   */
  close(): Promise<void>
}

/**
 * Serves a provider on Node's HTTP server.
 *
 * @example
 * const running = await serve(createProvider({ … }), { port: 4000, hostname: '0.0.0.0' })
 * process.once('SIGTERM', () => running.close())
 */
export async function serve(
  provider: { fetch: PeerHandler; prepareStop?(): void; close(): Promise<void> },
  options: ServeOptions = {},
): Promise<RunningProvider> {
  const { port = 4000, hostname = '0.0.0.0', noticeMs = 0 } = options
  const listener = await listen((request, info) => provider.fetch(request, info), { ...options, port, hostname })
  let closing: Promise<void> | null = null

  async function stop(): Promise<void> {
    provider.prepareStop?.()
    if (noticeMs > 0) await new Promise((resolve) => setTimeout(resolve, noticeMs))
    await listener.close()
    await provider.close()
  }

  return {
    port: listener.port,
    hostname: listener.hostname,
    close() {
      closing ??= stop()
      return closing
    },
  }
}
