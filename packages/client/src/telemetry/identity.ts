import type { ClientTelemetry } from '@latchkey/contract'
import { brand, constants, sdkIdentifier } from '@latchkey/contract'
import { uuid } from '../core/encoding.ts'
import type { Platform } from '../platform/platform.ts'
import type { SafeStorage } from '../platform/safe-storage.ts'
import type { SessionState } from '../session/session-state.ts'

interface World {
  readonly platform: Pick<Platform, 'clock' | 'page' | 'random'>
  readonly storage: SafeStorage
  /** With telemetry off the browser gets no lasting id. */
  readonly keepsBrowserId: boolean
  readonly state: () => SessionState
}

/** Who is calling: the content of the `X-SDK-Client` header, made anew for each call. */
export function createIdentity({ platform, storage, keepsBrowserId, state }: World): () => ClientTelemetry {
  const { clock, page, random } = platform
  const appSessionId = `app-session-id-${uuid(random)}`

  function persistentId(): string | undefined {
    if (!keepsBrowserId) return undefined
    const key = `${brand.prefix}:persistent_id`
    const known = storage.get(key)
    if (known) return known
    const made = `persistent-id-${uuid(random)}`
    storage.set(key, made)
    return made
  }

  return () => {
    const now = state()
    const who =
      now.kind === 'signed_in'
        ? { latchkey_user_id: now.user.user_id, latchkey_session_id: now.session.session_id }
        : undefined
    const id = persistentId()
    return {
      event_id: `event-id-${uuid(random)}`,
      app_session_id: appSessionId,
      ...(id && { persistent_id: id }),
      client_sent_at: new Date(clock.now()).toISOString(),
      timezone: page.timezone(),
      ...who,
      app: { identifier: new URL(page.href()).hostname },
      sdk: { identifier: sdkIdentifier, version: constants.sdkVersion },
    }
  }
}
