import type { BootstrapData } from '../bootstrap/bootstrap-data.ts'
import type { ClientInternals } from '../context/client-internals.ts'
import { internalsKey } from '../context/client-internals.ts'
import type { Read } from './cached-read.ts'
import { createCachedRead, retryDelay } from './cached-read.ts'
import { clockOf } from './clock.ts'

/** The settings of the project: the stored ones first, then those of the provider. */
export function createBootstrapRead(client: {
  readonly [internalsKey]: Pick<ClientInternals, 'bootstrap' | 'platform'>
}): Read<BootstrapData> {
  const { bootstrap, platform } = client[internalsKey]
  return createCachedRead(
    bootstrap.getSync(),
    async () => {
      const data = await bootstrap.get()
      // `get` never rejects.
      if (!bootstrap.isLoaded()) throw bootstrap.failure()
      return data
    },
    { clock: clockOf(client), retryDelay: (error) => retryDelay(error, platform.navigator.connection) },
  )
}

/**
 * Reads the settings of the project once and calls back; after a failure, retries and calls back again, until the
 * returned function is called. Smaller than `createBootstrapRead`, for callers that read the result from the client.
 */
export function watchBootstrap(
  { bootstrap, platform }: Pick<ClientInternals, 'bootstrap' | 'platform'>,
  notify: () => void,
): () => void {
  let isStopped = false
  let timer: number | undefined
  async function read(): Promise<void> {
    await bootstrap.get()
    if (isStopped) return
    notify()
    const delay = retryDelay(bootstrap.failure(), platform.navigator.connection)
    if (delay) timer = platform.setTimeout(read, delay)
  }
  read()
  return () => {
    isStopped = true
    platform.clearTimeout(timer)
  }
}
