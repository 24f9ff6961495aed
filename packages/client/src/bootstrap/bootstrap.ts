import { projectsBootstrap } from '@latchkey/contract'
import type { Request } from '../core/transport.ts'
import type { EngineBase } from '../engine.ts'
import type { BootstrapData } from './bootstrap-data.ts'
import { defaultBootstrap, toBootstrapData, withDefaults } from './bootstrap-data.ts'

export interface Bootstrap {
  /** The last good copy, or the defaults. Never waits. */
  getSync(): BootstrapData
  /** Waits for the server. Never rejects: what cannot be read is answered from the last good copy or the defaults. */
  get(): Promise<BootstrapData>
  /** Has the server answered in this page's life? */
  isLoaded(): boolean
}

export function createBootstrap(base: EngineBase, request: Request): Bootstrap {
  const { logger, onError, prefix, publicToken, storage } = base
  const key = `${prefix}bootstrap`
  let data = defaultBootstrap
  let isLoaded = false
  let flight: Promise<BootstrapData> | undefined

  try {
    data = withDefaults(JSON.parse(storage.get(key) ?? ''))
  } catch {}

  async function load(): Promise<BootstrapData> {
    try {
      data = toBootstrapData(await request(projectsBootstrap, null, publicToken))
      isLoaded = true
      storage.set(key, JSON.stringify(data))
      if (data.vertical === 'B2B') logger.warn('This public token is of a business project, the client for consumers.')
    } catch (error) {
      // The next read tries again.
      flight = undefined
      logger.error('The project’s settings cannot be read: careful defaults are used.', error)
      onError(error)
    }
    return data
  }

  return {
    getSync: () => data,
    get: () => {
      flight ??= load()
      return flight
    },
    isLoaded: () => isLoaded,
  }
}
