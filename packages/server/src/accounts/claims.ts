import type { Identifier } from '../identifiers/identifier.ts'
import type { RegistrationKind, RegistrationRecord, UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** What proves who owns an account. A password does not: it can be set for an address of another person. */
const provingKinds: readonly RegistrationKind[] = ['email', 'phone_number', 'oauth', 'webauthn', 'crypto_wallet']

/**
 * True for an unverified address or number of an account that already belongs to the owner of another factor: one that
 * is verified and was there with the claim or before it. A proof of the address then says nothing about the account.
 * Factors that were added after the claim do not count: an attacker could have prepared them.
 */
export function isForeignClaim({ registrations }: UserRecord, claim: RegistrationRecord): boolean {
  if (claim.verified) return false
  return registrations.some(
    ({ id, kind, verified, createdAt }) =>
      id !== claim.id && verified && provingKinds.includes(kind) && createdAt <= claim.createdAt,
  )
}

export function registrationOf(user: UserRecord, { kind, key }: Identifier): RegistrationRecord | undefined {
  return user.registrations.find((one) => one.kind === kind && one.uniqueKey === key)
}

/** The account that a proof of the identifier leads to, and whether another account only claims the identifier. */
export async function findAccount(
  storage: Pick<StorageVerbs, 'users'>,
  projectId: string,
  identifier: Identifier,
): Promise<{ owner: UserRecord | null; isClaimed: boolean }> {
  const user = await storage.users.findByRegistration(projectId, identifier.kind, identifier.key)
  const claim = user && registrationOf(user, identifier)
  const isClaimed = user !== null && claim != null && isForeignClaim(user, claim)
  return { owner: isClaimed ? null : user, isClaimed }
}
