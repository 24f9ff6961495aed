import { ProviderError } from '../core/provider-error.ts'
import type { RegistrationKind, UserRecord } from '../storage/records.ts'

/** How many registrations of a kind one user can have. Other kinds have no limit. */
export const registrationLimits: Readonly<Partial<Record<RegistrationKind, number>>> = {
  oauth: 20,
  // A code is compared with every authenticator app of a user: many of them would make it easy to guess.
  totp: 5,
  crypto_wallet: 20,
  // All of them are in `excludeCredentials`, which prevents a device from registering twice.
  webauthn: 40,
  biometric: 20,
}

/**
 * Rejects the call if the user has the maximum of registrations of this kind. The transaction must hold the row lock of
 * the user (`lockUserRow`), so that concurrent additions see each other. Enrollments that were never proven do not
 * count.
 */
export function requireRegistrationCapacity(
  { registrations }: Pick<UserRecord, 'registrations'>,
  kind: RegistrationKind,
): void {
  const verified = registrations.filter((one) => one.kind === kind && one.verified)
  if (verified.length >= (registrationLimits[kind] ?? Infinity)) throw new ProviderError('registration_limit_reached')
}
