import type { User } from '@latchkey/contract'
import type { Platform } from '../../platform/platform.ts'

/* Tells the browser's keeper of passkeys what became of one (WebAuthn 3 §5.1.10). Loaded when there is news. */

type Native = NonNullable<Platform['PublicKeyCredential']>
type Signal = 'signalUnknownCredential' | 'signalCurrentUserDetails'

/** A browser that cannot, or that may not for this page, is left alone. */
async function signal<Name extends Signal>(
  native: Native | undefined,
  name: Name,
  ...given: Parameters<NonNullable<Native[Name]>>
): Promise<void> {
  try {
    const capabilities = await native?.getClientCapabilities?.()
    const say = native?.[name] as ((...of: typeof given) => Promise<void>) | undefined
    if (capabilities?.[name]) await say?.call(native, ...given)
  } catch {
    // Nobody waits for it, and nothing depends on it.
  }
}

/** The provider does not know what was shown for these options. */
export async function signalRefused(native: Native | undefined, options: string, credential: string): Promise<void> {
  await signalUnknown(native, JSON.parse(options).rpId, JSON.parse(credential).id)
}

/** Nobody here knows this credential: it need not be offered again. */
function signalUnknown(native: Native | undefined, rpId: string, credentialId: string): Promise<void> {
  return signal(native, 'signalUnknownCredential', { rpId, credentialId })
}

/** What has changed about somebody since, as far as the keeper of their passkeys shows it. */
export async function signalChanges(native: Native | undefined, before: User, after: User): Promise<void> {
  // What a browser has kept from an older provider may be without them; of what is not said nobody knows whether it is gone.
  const { webauthn_registrations: old = [] } = before
  const { webauthn_registrations: now } = after as Partial<User>
  if (before.user_id !== after.user_id || !now) return
  const kept = new Set(now.map(({ webauthn_registration_id }) => webauthn_registration_id))
  for (const { webauthn_registration_id, domain, credential_id } of old) {
    if (credential_id && !kept.has(webauthn_registration_id)) await signalUnknown(native, domain, credential_id)
  }
  const name = accountName(after)
  const hasNewName = name !== accountName(before) || fullName(after) !== fullName(before)
  const userId = toBase64Url(after.user_id)
  for (const rpId of new Set(now.map(({ domain }) => domain))) {
    const renamed = hasNewName ? undefined : renamedIn(rpId, old, now)
    const displayName = renamed ?? (fullName(after) || name)
    if (hasNewName || renamed) await signal(native, 'signalCurrentUserDetails', { rpId, userId, name, displayName })
  }
}

type Registrations = User['webauthn_registrations']

/** The new name of somebody's one passkey there. Of several none can be told apart: all would be called the same. */
function renamedIn(rpId: string, old: Registrations, now: Registrations): string | undefined {
  const [one, ...others] = now.filter(({ domain }) => domain === rpId)
  const before = old.find(({ webauthn_registration_id: id }) => id === one?.webauthn_registration_id)
  return before && one && others.length === 0 && one.name !== before.name ? one.name : undefined
}

/** What a provider names the account when a passkey is made. */
function accountName({ user_id, emails, phone_numbers }: User): string {
  return emails[0]?.email ?? phone_numbers[0]?.phone_number ?? user_id
}

function fullName({ name }: User): string {
  return [name.first_name, name.middle_name, name.last_name].filter(Boolean).join(' ')
}

function toBase64Url(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
