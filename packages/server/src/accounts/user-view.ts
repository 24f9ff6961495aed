import type { User } from '@latchkey/contract'
import { rfc3339 } from '../core/rfc3339.ts'
import { registrationFields } from '../methods/methods.ts'
import type { UserRecord } from '../storage/records.ts'
import type { LockoutState } from '../storage/verbs.ts'

/** The wire format of a user. */
export function userView(user: UserRecord, lock: LockoutState | null, now: number): User {
  const locked = lock?.lockedUntil != null && lock.lockedUntil > now
  return {
    user_id: user.id,
    created_at: rfc3339(user.createdAt),
    status: user.status,
    name: user.name,
    ...registrationFields(user.registrations),
    roles: user.roles,
    trusted_metadata: user.trustedMetadata,
    untrusted_metadata: user.untrustedMetadata,
    external_id: user.externalId,
    is_locked: locked,
    lock_created_at: locked && lock.lockedAt !== null ? rfc3339(lock.lockedAt) : null,
    lock_expires_at:
      locked && lock.lockedUntil !== null && isInstant(lock.lockedUntil) ? rfc3339(lock.lockedUntil) : null,
  }
}

/** A lock-out that does not expire has no date. */
function isInstant(value: number): boolean {
  return value < 8.64e15
}
