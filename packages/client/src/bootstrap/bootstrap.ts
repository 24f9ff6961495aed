import type { Vertical } from '@latchkey/contract'
import { projectsBootstrap } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { parseJson } from '../core/encoding.ts'
import type { Request } from '../core/transport.ts'
import type { BootstrapData } from './bootstrap-data.ts'
import { toBootstrapData } from './bootstrap-data.ts'

/** The settings of the project. */
export interface Bootstrap {
  /** The settings of the last successful read, or the defaults. Does not wait. */
  getSync(): BootstrapData
  /** Waits for the provider. Never rejects: a failed read resolves to the same settings as `getSync`. */
  get(): Promise<BootstrapData>
  /** Whether a read has succeeded since the page was loaded. */
  isLoaded(): boolean
  /** The error of the last read; undefined if it succeeded. */
  failure(): unknown
}

export function createBootstrap(base: BaseContext, request: Request, foreign: Vertical): Bootstrap {
  let data = toBootstrapData(parseJson(base.storage.get('bootstrap')))
  let isLoaded = false
  let failure: unknown
  let flight: Promise<BootstrapData> | undefined

  async function load(): Promise<BootstrapData> {
    try {
      const response = await request(projectsBootstrap, null, base.publicToken)
      data = toBootstrapData(response)
      isLoaded = true
      failure = undefined
      base.storage.set('bootstrap', JSON.stringify(response))
    } catch (error) {
      // The next call of `get` sends a new request.
      flight = undefined
      failure = error
      base.error(error)
      base.onError(error)
    }
    if (failure || data.vertical === foreign) {
      import('../diagnostics/explain-bootstrap.ts')
        .then((chunk) => chunk.explainBootstrap(base, failure))
        .catch(() => {})
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
    failure: () => failure,
  }
}
