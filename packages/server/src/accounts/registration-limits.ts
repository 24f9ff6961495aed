import { ProviderError } from '../core/provider-error.ts'
import { registrationKinds } from '../methods/methods.ts'
import type { AccountRecord, RegistrationKind } from '../storage/records.ts'

/**
 * Rejects the call if the account has the maximum of registrations of this kind. The transaction must hold the row lock of
 * the account (`lockAccountRow`), so that concurrent additions see each other. Enrollments that were never proven do not
 * count.
 */
export function requireRegistrationCapacity(
  { registrations }: Pick<AccountRecord, 'registrations'>,
  kind: RegistrationKind,
): void {
  const verified = registrations.filter((one) => one.kind === kind && one.verified)
  if (verified.length >= (registrationKinds[kind].limit ?? Infinity))
    throw new ProviderError('registration_limit_reached')
}
