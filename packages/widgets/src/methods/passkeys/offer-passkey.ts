import type { Client } from '@latchkey/client'
import type { HostCallbacks } from '../../widget/host-callbacks.ts'

/**
 * Whoever has just signed in with a password that their browser keeps gets a passkey beside it, where the browser
 * makes one without asking. Where it does not, nothing happens, and nobody hears of it.
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
    // It was an offer.
  }
}
