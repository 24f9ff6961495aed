import type { ClientTelemetry } from '@latchkey/contract'
import { brandPrefix, sdkIdentifier, sdkVersion } from '@latchkey/contract'
import { hex } from '../core/encoding.ts'
import type { EngineBase } from '../engine.ts'
import type { SessionStore } from '../session/session-store.ts'

/** Who is calling: the content of the `X-SDK-Client` header, made anew for each call. */
export function createIdentity(
  { storage, options, platform }: EngineBase,
  session: SessionStore,
): () => ClientTelemetry {
  /** 128 random bits. */
  const newId = (kind: string): string => `${kind}-id-${hex(platform.random(4))}`
  const app_session_id = newId('app-session')

  // The browser's, whatever the public token.
  const key = `${brandPrefix}:persistent_id`

  /** With telemetry off the browser gets no lasting id. */
  function persistentId(): string | null | undefined {
    if (options.disableTelemetry) return undefined
    if (!storage.get(key)) storage.set(key, newId('persistent'))
    return storage.get(key)
  }

  return () => {
    const { session: current, user } = session.get()
    // What is undefined does not reach the wire.
    return {
      event_id: newId('event'),
      app_session_id,
      persistent_id: persistentId(),
      client_sent_at: new Date(platform.now()).toISOString(),
      timezone: platform.timezone(),
      latchkey_user_id: user?.user_id,
      latchkey_session_id: current?.session_id,
      app: { identifier: platform.location.hostname },
      sdk: { identifier: sdkIdentifier, version: sdkVersion },
    } as ClientTelemetry
  }
}
