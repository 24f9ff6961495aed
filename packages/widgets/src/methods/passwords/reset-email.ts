import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { lastEnded } from '../../widget/last-ended.ts'

const key = 'reset_email'

/**
 * The address that this browser sent a reset link to, so that the page of the link can show the account of the password
 * without asking the provider. It counts for as long as the proof key that binds the link to this browser: a link from
 * elsewhere may be for any address, and does not work here. It is removed when a session of this browser ends: the next
 * user may be another one. Empty if none is known, blank if there are several: the page cannot know which of their links
 * was opened.
 */
export function recallResetEmail(client: Client): string {
  const { pkce, storage } = clientInternals(client)
  const [ended, email = ''] = storage.get(key)?.split('\n') ?? []
  return pkce.find('password_resets') && ended === lastEnded(client) ? email : ''
}

/** `before`: the stored value before the link was requested. An empty `email` removes it. */
export function rememberResetEmail(client: Client, email: string, before = ''): void {
  const known = before && before !== email ? ' ' : email
  clientInternals(client).storage.set(key, email && `${lastEnded(client)}\n${known}`)
}
