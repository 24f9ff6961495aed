import type { JsonObject, Name } from '@latchkey/contract'
import type { RegistrationKind } from '../methods/methods.ts'
import type { Instant } from './instant.ts'
import type { Realm } from './realm.ts'

export type { RegistrationKind } from '../methods/methods.ts'

/**
 * One stored factor of an account. All kinds share a table, so that `(realm, kind, uniqueKey)` is
 * one unique index and an account with all registrations is one read.
 */
export interface RegistrationRecord extends Realm {
  id: string
  accountId: string
  kind: RegistrationKind
  /** The canonical form that must be unique: email, E.164, `issuer|subject`, `type:address`, credential id. */
  uniqueKey: string
  verified: boolean
  /** What the wire shows beyond the key; its shape follows from the kind. */
  details: JsonObject
  createdAt: Instant
  verifiedAt: Instant | null
}

export interface AccountRecord extends Realm {
  id: string
  status: 'active' | 'pending'
  name: Name
  trustedMetadata: JsonObject
  untrustedMetadata: JsonObject
  roles: string[]
  externalId: string | null
  disabledAt: Instant | null
  /** When everything issued for the account last became void; null if that never happened. */
  secretsValidAfter: Instant | null
  /** Sessions of an earlier epoch are over. It changes when the account is disabled. */
  sessionsEpoch: number
  createdAt: Instant
  updatedAt: Instant
  registrations: RegistrationRecord[]
}
