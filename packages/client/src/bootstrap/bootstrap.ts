import { projectsBootstrap } from '@latchkey/contract'
import type { BaseContext } from '../base-context.ts'
import { parseJson } from '../core/encoding.ts'
import type { Request } from '../core/transport.ts'
import type { BootstrapData } from './bootstrap-data.ts'
import { toBootstrapData } from './bootstrap-data.ts'

export interface Bootstrap {
  /** The last good copy, or the defaults. Never waits. */
  getSync(): BootstrapData
  /** Waits for the server. Never rejects: what cannot be read is answered from the last good copy or the defaults. */
  get(): Promise<BootstrapData>
  /** Has the server answered in this page's life? */
  isLoaded(): boolean
  /** What the last read failed with; undefined after one that succeeded. An `error_type` says whether to ask again. */
  failure(): unknown
}

export function createBootstrap(base: BaseContext, request: Request): Bootstrap {
  let data = toBootstrapData(parseJson(base.storage.get('bootstrap')))
  let isLoaded = false
  let failure: unknown
  let flight: Promise<BootstrapData> | undefined

  async function load(): Promise<BootstrapData> {
    try {
      const answer = await request(projectsBootstrap, null, base.publicToken)
      data = toBootstrapData(answer)
      isLoaded = true
      failure = undefined
      base.storage.set('bootstrap', JSON.stringify(answer))
    } catch (error) {
      // The next read tries again.
      flight = undefined
      failure = error
      base.error(error)
      base.onError(error)
    }
    if (failure || data.vertical === 'B2B') {
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
