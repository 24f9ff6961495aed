import { type ListenOptions, listen, type PeerHandler } from './listen.ts'

export interface ServeOptions extends Partial<ListenOptions> {
  /** How long `/health/ready` says 503 while everything is still answered, before connections are closed; 0 if not said. */
  noticeMs?: number | undefined
}

export interface RunningProvider {
  port: number
  hostname: string
  /**
   * Readiness is withdrawn, then nothing new is taken, requests being answered finish, and the provider is closed: ten
   * seconds at most, and the notice.
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
