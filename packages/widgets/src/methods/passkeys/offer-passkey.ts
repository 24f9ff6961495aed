import type { Client } from '@latchkey/client'
import type { Teller } from '../../widget/teller.ts'

/**
 * Whoever has just signed in with a password that their browser keeps gets a passkey beside it, where the browser
 * makes one without asking. Where it does not, nothing happens, and nobody hears of it.
 */
export async function offerPasskey(client: Pick<Client, 'webauthn'>, tell: Teller['tell']): Promise<void> {
  try {
    const made = await client.webauthn.register({ is_passkey: true, conditional_mediation: true })
    if (!made) return
    const { webauthn_registration_id } = made
    tell(({ onEvent }) => onEvent?.({ type: 'PASSKEY_REGISTER', data: { webauthn_registration_id } }))
  } catch {
    // It was an offer.
  }
}
