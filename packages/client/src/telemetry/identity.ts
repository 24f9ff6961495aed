import type { ClientTelemetry } from '@latchkey/contract'
import { brandPrefix, sdkIdentifier, sdkVersion } from '@latchkey/contract'
import { newId } from '../core/encoding.ts'
import type { EngineBase } from '../engine.ts'
import type { SessionStore } from '../session/session-store.ts'

/** Who is calling: the content of the `X-SDK-Client` header, made anew for each call. */
export function createIdentity(base: EngineBase, session: SessionStore): () => ClientTelemetry {
  const { storage, options, platform } = base
  const { clock, page, random } = platform
  const app_session_id = newId('app-session-id', random)
  const key = `${brandPrefix}:persistent_id`

  return () => {
    const now = session.get()
    // With telemetry off the browser gets no lasting id.
    if (!options.disableTelemetry && !storage.get(key)) storage.set(key, newId('persistent-id', random))
    // What is undefined does not reach the wire.
    return {
      event_id: newId('event-id', random),
      app_session_id,
      persistent_id: options.disableTelemetry ? undefined : storage.get(key),
      client_sent_at: new Date(clock.now()).toISOString(),
      timezone: page.timezone(),
      latchkey_user_id: now.user?.user_id,
      latchkey_session_id: now.session?.session_id,
      app: { identifier: new URL(page.href()).hostname },
      sdk: { identifier: sdkIdentifier, version: sdkVersion },
    } as ClientTelemetry
  }
}
