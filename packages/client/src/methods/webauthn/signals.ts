import type { User } from '@latchkey/contract'
import type { Platform } from '../../platform/platform.ts'

/* Informs the passkey manager about changed or removed passkeys (WebAuthn 3 §5.1.10). Loaded on demand. */

type Native = NonNullable<Platform['PublicKeyCredential']>
type Signal = 'signalUnknownCredential' | 'signalCurrentUserDetails'

/** Does nothing if the browser does not support the signal or does not allow it on this page. */
async function signal<Name extends Signal>(
  native: Native | undefined,
  name: Name,
  ...given: Parameters<NonNullable<Native[Name]>>
): Promise<void> {
  try {
    const capabilities = await native?.getClientCapabilities?.()
    const send = native?.[name] as ((...of: typeof given) => Promise<void>) | undefined
    if (capabilities?.[name]) await send?.call(native, ...given)
  } catch {
    // A hint to the passkey manager: a failure has no effect.
  }
}

/** Signals that the provider does not know the credential that was used for these options. */
export async function signalRejectedCredential(
  native: Native | undefined,
  options: string,
  credential: string,
): Promise<void> {
  await signalUnknown(native, JSON.parse(options).rpId, JSON.parse(credential).id)
}

/** Signals that the credential does not exist, so that the passkey manager stops offering it. */
function signalUnknown(native: Native | undefined, rpId: string, credentialId: string): Promise<void> {
  return signal(native, 'signalUnknownCredential', { rpId, credentialId })
}

/** Signals removed passkeys and changed names of a user. */
export async function signalChanges(native: Native | undefined, before: User, after: User): Promise<void> {
  // A user stored by an older client may lack the list. Without a new list, nothing is known to be removed.
  const { webauthn_registrations: old = [] } = before
  const { webauthn_registrations: now } = after as Partial<User>
  if (before.user_id !== after.user_id || !now) return
  const remaining = new Set(now.map(({ webauthn_registration_id }) => webauthn_registration_id))
  for (const { webauthn_registration_id, domain, credential_id } of old) {
    if (credential_id && !remaining.has(webauthn_registration_id)) await signalUnknown(native, domain, credential_id)
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

/** The new name of the only passkey of a domain. With several passkeys, the signal would rename all of them. */
function renamedIn(rpId: string, old: Registrations, now: Registrations): string | undefined {
  const [one, ...others] = now.filter(({ domain }) => domain === rpId)
  const before = old.find(({ webauthn_registration_id: id }) => id === one?.webauthn_registration_id)
  return before && one && others.length === 0 && one.name !== before.name ? one.name : undefined
}

/** The account name that the provider uses when it creates a passkey. */
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
