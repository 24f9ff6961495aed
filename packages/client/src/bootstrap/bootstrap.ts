import { projectsBootstrap } from '@latchkey/contract'
import type { Request } from '../core/transport.ts'
import type { Log } from '../platform/platform.ts'
import type { SafeStorage } from '../platform/safe-storage.ts'
import type { BootstrapData } from './bootstrap-data.ts'
import { defaultBootstrap, toBootstrapData } from './bootstrap-data.ts'

export interface Bootstrap {
  /** The last good copy, or the defaults. Never waits. */
  getSync(): BootstrapData
  /** Waits for the server. Never rejects: what cannot be read is answered from the last good copy or the defaults. */
  get(): Promise<BootstrapData>
  /** Has the server answered in this page's life? */
  isLoaded(): boolean
}

interface World {
  readonly request: Request
  readonly storage: SafeStorage
  readonly key: string
  readonly publicToken: string
  readonly logger: Log
  readonly onError: (error: unknown) => void
}

export function createBootstrap({ request, storage, key, publicToken, logger, onError }: World): Bootstrap {
  let data: BootstrapData = readCache(storage.get(key))
  let isLoaded = false
  let flight: Promise<BootstrapData> | undefined

  async function load(): Promise<BootstrapData> {
    try {
      data = toBootstrapData(await request(projectsBootstrap, null, publicToken))
      isLoaded = true
      storage.set(key, JSON.stringify(data))
      if (data.vertical === 'B2B') {
        logger.warn(
          'This public token belongs to a business project; the consumer client is made for consumer projects.',
        )
      }
    } catch (error) {
      // The next read tries again.
      flight = undefined
      logger.error('The project’s settings cannot be read; careful defaults are used instead.', error)
      onError(error)
    }
    return data
  }

  return {
    getSync: () => data,
    get() {
      flight ??= load()
      return flight
    },
    isLoaded: () => isLoaded,
  }
}

function readCache(raw: string | null): BootstrapData {
  try {
    return { ...defaultBootstrap, ...JSON.parse(raw ?? '{}') }
  } catch {
    return defaultBootstrap
  }
}
