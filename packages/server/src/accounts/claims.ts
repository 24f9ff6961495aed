import type { Identifier } from '../identifiers/identifier.ts'
import { registrationKinds } from '../methods/methods.ts'
import type { Realm } from '../storage/realm.ts'
import type { AccountRecord, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/**
 * True for an unverified identifier of an account that already belongs to the owner of another factor: a verified one
 * that was there with the claim or before it. A proof of the identifier then does not prove the account. Factors that
 * were added after the claim do not count: an attacker could have prepared them.
 */
export function isForeignClaim({ registrations }: AccountRecord, claim: RegistrationRecord): boolean {
  if (claim.verified) return false
  return registrations.some(
    ({ id, kind, verified, createdAt }) =>
      id !== claim.id && verified && registrationKinds[kind].provesOwner && createdAt <= claim.createdAt,
  )
}

/**
 * When the first factor of the account was proven. Before that, an attacker may have signed in to it with a password that
 * they set for the address of its later owner. If no factor is proven: when the first one was added, because a deleted
 * account may have had the same id. 0 without factors.
 */
export function ownedSince(account: Pick<AccountRecord, 'registrations'> | null): number {
  const all = account?.registrations ?? []
  const proven = all.filter((one) => one.verified && registrationKinds[one.kind].provesOwner)
  const times =
    proven.length > 0
      ? proven.map(({ verifiedAt, createdAt }) => verifiedAt ?? createdAt)
      : all.map(({ createdAt }) => createdAt)
  return times.length === 0 ? 0 : Math.min(...times)
}

export function registrationOf(account: AccountRecord, { kind, key }: Identifier): RegistrationRecord | undefined {
  return account.registrations.find((one) => one.kind === kind && one.uniqueKey === key)
}

/** The account of the realm that a proof of the identifier signs in to, and whether another account only claims the identifier. */
export async function findAccount(
  storage: Pick<StorageVerbs, 'accounts'>,
  realm: Realm,
  identifier: Identifier,
): Promise<{ owner: AccountRecord | null; isClaimed: boolean }> {
  const account = await storage.accounts.findByRegistration(realm, identifier.kind, identifier.key)
  const claim = account && registrationOf(account, identifier)
  const isClaimed = account !== null && claim != null && isForeignClaim(account, claim)
  return { owner: isClaimed ? null : account, isClaimed }
}
