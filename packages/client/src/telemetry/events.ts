import type { ClientTelemetry, JsonObject, TelemetryEvent } from '@latchkey/contract'
import { events as endpoint, eventBatchSize, eventFlushIntervalMs, sdkPath } from '@latchkey/contract'
import type { EngineBase } from '../engine.ts'

export interface Events {
  /** Never throws and never waits. `details` must hold no code and no token. */
  log(event_name: string, details: JsonObject): void
  dispose(): void
}

/** Batches events. A batch that cannot be delivered is dropped: telemetry never stands in the way of a sign-in. */
export function createEvents(base: EngineBase, identity: () => ClientTelemetry): Events {
  const { options, platform, publicToken: public_token, settings } = base
  let queue: TelemetryEvent[] = []
  let cancel: (() => void) | undefined

  async function flush(): Promise<void> {
    cancel?.()
    cancel = undefined
    const batch = queue
    queue = []
    if (!batch[0]) return
    try {
      await platform.fetch(settings.api + sdkPath + endpoint.path, {
        method: endpoint.method,
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(batch),
        // The page may be gone before the answer.
        keepalive: true,
      })
    } catch {}
  }

  const stop = platform.listen(['pagehide'], flush)

  return {
    log(event_name, details) {
      if (options.disableTelemetry) return
      queue.push({ telemetry: identity(), event: { public_token, event_name, details } })
      if (queue.length >= eventBatchSize) flush()
      else cancel ??= platform.clock.setTimeout(flush, eventFlushIntervalMs)
    },
    dispose() {
      flush()
      stop()
    },
  }
}
