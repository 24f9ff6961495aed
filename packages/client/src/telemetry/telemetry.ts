import type { ClientTelemetry, JsonObject, TelemetryEvent } from '@latchkey/contract'
import {
  events as endpoint,
  eventBatchSize,
  eventFlushIntervalMs,
  sdkIdentifier,
  sdkPath,
  sdkVersion,
} from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { randomHex } from '../core/encoding.ts'
import { listen } from '../platform/browser.ts'
import { createSafeStorage } from '../platform/safe-storage.ts'
import type { SessionKind } from '../session/session-kind.ts'
import type { SessionStore } from '../session/session-store.ts'

export interface Events {
  /** Queues an event. Never throws. `details` must not contain codes or tokens. */
  log(event_name: string, details: JsonObject): void
}

export interface Telemetry extends Events {
  /** The content of the `X-SDK-Client` header, with a new event id for each call. */
  identity(): ClientTelemetry
}

/** Sends events in batches. A batch that cannot be delivered is dropped, so that telemetry never delays a sign-in. */
export function createTelemetry<Kind extends SessionKind>(base: BaseContext, session: SessionStore<Kind>): Telemetry {
  const { platform } = base
  // The id is shared by all projects of the browser.
  const storage = createSafeStorage(platform, base)
  const isOn = !base.options.disableTelemetry
  /** 128 random bits. */
  const newId = (kind: string): string => `${kind}-id-${randomHex(platform, 4)}`
  const app_session_id = newId('app-session')
  // With telemetry off, no persistent id is created.
  let persistent_id: string | undefined
  if (isOn) {
    persistent_id = storage.get('persistent_id') || newId('persistent')
    storage.set('persistent_id', persistent_id)
  }
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

  function identity(): ClientTelemetry {
    const { id, account } = session.get()
    // JSON omits undefined fields.
    return {
      event_id: newId('event'),
      app_session_id,
      persistent_id,
      client_sent_at: new Date(platform.Date.now()).toISOString(),
      // Creating a DateTimeFormat takes longer than the rest of the client's start.
      timezone: Object.hasOwn(platform, 'Temporal')
        ? platform.Temporal?.Now.timeZoneId()
        : platform.Intl.DateTimeFormat().resolvedOptions().timeZone,
      latchkey_user_id: account,
      latchkey_session_id: id,
      app: { identifier: platform.location.hostname },
      sdk: { identifier: sdkIdentifier, version: sdkVersion },
    } as ClientTelemetry
  }

  base.endings.add(listen(platform, ['pagehide'], flush)).add(flush)

  return {
    identity,
    log(event_name, details) {
      if (!isOn) return
      queue.push({ telemetry: identity(), event: { public_token: base.publicToken, event_name, details } })
      if (queue.length >= eventBatchSize) flush()
      else timer ??= platform.setTimeout(flush, eventFlushIntervalMs)
    },
  }
}
