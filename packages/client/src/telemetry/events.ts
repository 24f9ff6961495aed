import type { ClientTelemetry, JsonObject, TelemetryEvent } from '@latchkey/contract'
import { events as endpoint, eventBatchSize, eventFlushIntervalMs, sdkPath } from '@latchkey/contract'
import type { EngineBase } from '../engine.ts'

export interface Events {
  /** Never throws and never waits. `details` must hold no code and no token. */
  log(event_name: string, details: JsonObject): void
}

/** Batches events. A batch that cannot be delivered is dropped: telemetry never stands in the way of a sign-in. */
export function createEvents(base: EngineBase, identity: () => ClientTelemetry): Events {
  const { platform } = base
  const queue: TelemetryEvent[] = []
  let cancel: (() => void) | undefined

  async function flush(): Promise<void> {
    cancel?.()
    cancel = undefined
    if (!queue[0]) return
    try {
      await platform.fetch(base.api + sdkPath + endpoint.path, {
        method: endpoint.method,
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(queue.splice(0)),
        // The page may be gone before the answer.
        keepalive: true,
      })
    } catch {}
  }

  base.endings.add(platform.listen(['pagehide'], flush)).add(flush)

  return {
    log(event_name, details) {
      if (base.options.disableTelemetry) return
      queue.push({ telemetry: identity(), event: { public_token: base.publicToken, event_name, details } })
      if (queue.length >= eventBatchSize) flush()
      else cancel ??= platform.setTimeout(flush, eventFlushIntervalMs)
    },
  }
}
