import type { JsonObject, TelemetryEvent } from '@latchkey/contract'
import { events as endpoint, eventBatchSize, eventFlushIntervalMs, sdkPath } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { listen } from '../platform/browser.ts'
import type { Identity } from './identity.ts'

export interface Events {
  /** Queues an event. Never throws. `details` must not contain codes or tokens. */
  log(event_name: string, details: JsonObject): void
}

/** Sends events in batches. A batch that cannot be delivered is dropped, so that telemetry never delays a sign-in. */
export function createEvents(base: BaseContext & { readonly identity: Identity }): Events {
  const { platform } = base
  const queue: TelemetryEvent[] = []
  let timer: number | undefined

  async function flush(): Promise<void> {
    platform.clearTimeout(timer)
    timer = undefined
    if (!queue[0]) return
    try {
      await platform.fetch(base.api + sdkPath + endpoint.path, {
        method: endpoint.method,
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(queue.splice(0)),
        // The page may be closed before the response.
        keepalive: true,
      })
    } catch {}
  }

  base.endings.add(listen(platform, ['pagehide'], flush)).add(flush)

  return {
    log(event_name, details) {
      if (base.options.disableTelemetry) return
      queue.push({ telemetry: base.identity(), event: { public_token: base.publicToken, event_name, details } })
      if (queue.length >= eventBatchSize) flush()
      else timer ??= platform.setTimeout(flush, eventFlushIntervalMs)
    },
  }
}
