import type { ClientTelemetry } from '@latchkey/contract'
import { sdkIdentifier, sdkVersion } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { randomHex } from '../core/encoding.ts'
import { createSafeStorage } from '../platform/safe-storage.ts'
import type { SessionKind } from '../session/session-kind.ts'
import type { SessionStore } from '../session/session-store.ts'

/** The content of the `X-SDK-Client` header, with a new event id for each call. */
export type Identity = () => ClientTelemetry

export function createIdentity<Kind extends SessionKind>(base: BaseContext, session: SessionStore<Kind>): Identity {
  const { platform } = base
  // The id is shared by all projects of the browser.
  const storage = createSafeStorage(platform, base)
  /** 128 random bits. */
  const newId = (kind: string): string => `${kind}-id-${randomHex(platform, 4)}`
  const app_session_id = newId('app-session')
  // With telemetry off, no persistent id is created.
  let persistent_id: string | undefined
  if (!base.options.disableTelemetry) {
    persistent_id = storage.get('persistent_id') || newId('persistent')
    storage.set('persistent_id', persistent_id)
  }

  return () => {
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
}
