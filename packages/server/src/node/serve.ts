import { type ListenOptions, listen, type PeerHandler } from './listen.ts'

export interface ServeOptions extends Partial<ListenOptions> {}

export interface RunningProvider {
  port: number
  hostname: string
  /** Requests being answered finish, then the provider is closed; ten seconds at most. */
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
  provider: { fetch: PeerHandler; close(): Promise<void> },
  options: ServeOptions = {},
): Promise<RunningProvider> {
  const { port = 4000, hostname = '0.0.0.0' } = options
  const listener = await listen((request, info) => provider.fetch(request, info), { ...options, port, hostname })
  let closing: Promise<void> | null = null
  return {
    port: listener.port,
    hostname: listener.hostname,
    close() {
      closing ??= listener.close().then(() => provider.close())
      return closing
    },
  }
}
