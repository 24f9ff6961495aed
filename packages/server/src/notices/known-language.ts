import type { AccountRecord, OneTimeRecord, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/**
 * The languages that a user is known to read, best first: that of the last message to this address whose secret was used,
 * those of the user's other addresses, and those that identity providers reported.
 */
export function knownLanguages(account: AccountRecord | null, registrationId?: string): string[] {
  const registrations = account?.registrations ?? []
  const reached = registrations.filter(({ kind }) => kind === 'email' || kind === 'phone_number')
  return [
    ...reached.filter(({ id }) => id === registrationId).map(({ details }) => details.language),
    ...reached.filter(({ id }) => id !== registrationId).map(({ details }) => details.language),
    ...registrations.filter(({ kind }) => kind === 'oauth').map(({ details }) => details.locale),
  ].filter((tag) => typeof tag === 'string')
}

/**
 * Stores the language of a message whose code or link was used: its reader understood it. Security notices use it, so
 * that an attacker with a stolen session cannot choose the language of the warning.
 */
export async function rememberLanguage(
  tx: Pick<StorageVerbs, 'accounts'>,
  account: AccountRecord,
  registration: RegistrationRecord,
  { payload: { language } }: Pick<OneTimeRecord, 'payload'>,
): Promise<{ account: AccountRecord; registration: RegistrationRecord }> {
  const { projectId, kind, id, details } = registration
  // English is the default of every message: it needs no record unless it replaces another language.
  if (typeof language !== 'string' || language === (details.language ?? 'en')) return { account, registration }
  const changed = { ...registration, details: { ...details, language } }
  await tx.accounts.setRegistrationDetails(projectId, account.id, kind, id, changed.details)
  const registrations = account.registrations.map((one) => (one.id === id ? { ...one, details: changed.details } : one))
  return { account: { ...account, registrations }, registration: changed }
}
