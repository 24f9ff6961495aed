import { ProviderError } from '../core/provider-error.ts'
import type { RegistrationKind, UserRecord } from '../storage/records.ts'

/** How many registrations of a kind one user can have. Kinds that are not here have no limit. */
export const registrationLimits: Readonly<Partial<Record<RegistrationKind, number>>> = {
  oauth: 20,
  // A code is tried at every authenticator app of a user: many of them would make it easy to guess.
  totp: 5,
  crypto_wallet: 20,
  // All of them are in the list that keeps a device from being registered twice.
  webauthn: 40,
  biometric: 20,
}

/**
 * Rejects the call if the user has no room for another registration of this kind. It decides only for a user whose row
 * the transaction holds (`lockUserRow`): of many that add one at once, each sees those before it. Enrollments that were
 * never proven do not count.
 */
export function requireRegistrationCapacity(
  { registrations }: Pick<UserRecord, 'registrations'>,
  kind: RegistrationKind,
): void {
  const held = registrations.filter((one) => one.kind === kind && one.verified)
  if (held.length >= (registrationLimits[kind] ?? Infinity)) throw new ProviderError('registration_limit_reached')
}
