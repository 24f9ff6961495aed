import type { ClientTelemetry, JsonObject, TelemetryEvent } from '@latchkey/contract'
import { constants, events as endpoint, sdkPath } from '@latchkey/contract'
import type { Platform } from '../platform/platform.ts'

export interface Events {
  /** Never throws and never waits. `details` must hold no code and no token. */
  log(name: string, details: JsonObject): void
  dispose(): void
}

interface World {
  readonly platform: Pick<Platform, 'clock' | 'fetch' | 'listen'>
  readonly api: string
  readonly publicToken: string
  readonly identity: () => ClientTelemetry
  readonly isOff: boolean
}

/** Batches events. A batch that cannot be delivered is dropped: telemetry never stands in the way of a sign-in. */
export function createEvents({ platform, api, publicToken, identity, isOff }: World): Events {
  const { clock } = platform
  let queue: TelemetryEvent[] = []
  let cancel: (() => void) | undefined

  function flush(): void {
    cancel?.()
    cancel = undefined
    const batch = queue
    queue = []
    if (batch.length === 0) return
    try {
      platform
        .fetch(api + sdkPath + endpoint.path, {
          method: endpoint.method,
          credentials: 'omit',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(batch),
          // The page may be gone before the answer.
          keepalive: true,
        })
        .catch(() => undefined)
    } catch {
      // A host page's own fetch may throw at once.
    }
  }

  const stop = isOff ? undefined : platform.listen('leaving', flush)

  return {
    log(name, details) {
      if (isOff) return
      queue.push({ telemetry: identity(), event: { public_token: publicToken, event_name: name, details } })
      if (queue.length === constants.eventBatchSize) flush()
      else cancel ??= clock.setTimeout(flush, constants.eventFlushIntervalMs)
    },
    dispose() {
      flush()
      stop?.()
    },
  }
}
