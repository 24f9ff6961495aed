import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'

/**
 * The session of this browser that ended last. What a widget keeps for an unfinished sign-in names it: after the end of
 * another session the next user may be another one, who must not see it.
 */
export function lastEnded(client: Client): string {
  return clientInternals(client).session.get().ended[0] ?? ''
}
