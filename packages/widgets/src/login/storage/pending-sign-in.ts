import { isDone } from '../../flow/is-done.ts'
import type { PendingSignIn } from '../landing/landing.flow.ts'
import type { LoginState } from '../login.flow.ts'

const key = 'pending_sign_in'

/** How long an address is remembered for a new link: as long as a user may come back to the message. */
const rememberedMs = 24 * 60 * 60_000

/** The part of the client's storage that is used here. */
export interface SignInStorage {
  get(key: string): string | null
  set(key: string, value: string): void
}

/** Reads what was written by this browser within a day. `ended`: the session that ended last, then and now. */
export function readPendingSignIn(storage: SignInStorage, now: number, ended: string): PendingSignIn | null {
  try {
    const { method, email, until, ended: before } = JSON.parse(storage.get(key) || '{}')
    if (typeof method !== 'string' || !(until > now) || before !== ended) return null
    return { method, email: typeof email === 'string' ? email : undefined }
  } catch {
    return null
  }
}

/** Writes a pending sign-in, so that a landing can offer a new link or another try; removes it after a sign-in. */
export function writePendingSignIn(storage: SignInStorage, now: number, ended: string, state: LoginState): void {
  const pending = pendingSignInOf(state)
  const until = now + rememberedMs
  if (pending) storage.set(key, JSON.stringify({ ...pending, until, ended }))
  else if (storage.get(key) && (isDone(state) || !readPendingSignIn(storage, now, ended))) storage.set(key, '')
}

function pendingSignInOf(state: LoginState): PendingSignIn | null {
  switch (state.screen) {
    case 'main':
      return state.status === 'leaving' ? { method: state.pressed } : null
    case 'email_confirmation':
    case 'password_forgot':
    case 'password_breached':
    case 'password_dedupe':
    case 'password_set_new':
      return state.form.tab && { method: state.form.tab, email: state.email }
    default:
      return null
  }
}
