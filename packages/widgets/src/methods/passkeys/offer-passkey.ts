import type { Client } from '@latchkey/client'
import type { HostCallbacks } from '../../widget/host-callbacks.ts'

/**
 * Creates a passkey without a dialog after a sign-in with a saved password, in browsers that support it (conditional
 * create). A failure is ignored.
 */
export async function offerPasskey(
  client: Pick<Client, 'webauthn'>,
  notifyHost: HostCallbacks['notifyHost'],
): Promise<void> {
  try {
    const made = await client.webauthn.register({ is_passkey: true, conditional_mediation: true })
    if (!made) return
    const { webauthn_registration_id } = made
    notifyHost(({ onEvent }) => onEvent?.({ type: 'PASSKEY_REGISTER', data: { webauthn_registration_id } }))
  } catch {
    // Optional, so the failure is ignored.
  }
}
