import type { FactorType, JsonObject, JsonValue, KnownErrorType, User } from '@latchkey/contract'
import type { Member, MfaMethod, OrganizationAuthMethod } from '@latchkey/contract/b2b'

/** A registration as its method renders it. */
export interface StoredRegistration {
  id: string
  uniqueKey: string
  verified: boolean
  details: JsonObject
  createdAt: number
}

/** The rules for one kind of registration. */
export interface RegistrationRules {
  /** How many of them a user can have. Defaults to no limit. */
  limit?: number
  /** True if it is enough to sign in. A second factor is not. */
  signsIn: boolean
  /** True if a verified one proves who owns the account. */
  provesOwner: boolean
  /** True if an attacker who claimed the identifier of another user could have added it to sign in again later. */
  isPlantable: boolean
  /** True if a secret was shown for it that must not become a factor after the secrets of the account have ended. */
  endsUnverified?: boolean
  /** The methods, of which one must be enabled, that sign in with it during a lock-out. Defaults to none. */
  signsInWhileLocked?: readonly string[]
  /** Its part of the user object. */
  userFields(registrations: readonly StoredRegistration[]): Partial<User>
  /** Its part of the member object, if members can have it. */
  memberFields?(registrations: readonly StoredRegistration[]): Partial<Member>
  /** The second factor that it is for a member. */
  mfaMethod?: MfaMethod
  /** The error of a removal from a member who has none. Defaults to `registration_not_found`. */
  notFoundError?: KnownErrorType
}

/** A table with a column that the master key encrypts. */
export interface SealedColumn {
  idColumn: string
  column: string
  /** The context of the encryption. It binds the value to its row. */
  sealContext(projectId: string, id: string): string
}

/** The kind of a factor, and its `amr` values (from RFC 8176 if it defines one). */
export interface FactorClass {
  /** An account at an identity provider often depends on a mailbox, so both are of the same kind: `reach`. */
  kind: 'know' | 'have' | 'reach'
  amr: readonly string[]
  /** What it is for a member, by its `delivery_method`. Factors without it do not count in an organization. */
  ofMember?(deliveryMethod: string): MemberFactor | null
}

/** What a factor is proven with. A person who controls it can repeat every proof of the channel. */
export type Channel =
  | 'email'
  | 'phone'
  | 'authenticator_app'
  | 'recovery_code'
  | 'password'
  | 'identity_provider'
  | 'sso_connection'

/** The method of the settings of organizations to which a factor belongs. */
export interface MemberFactor {
  readonly method: OrganizationAuthMethod | 'trusted_auth_token' | MfaMethod | 'recovery_code'
  readonly channel: Channel
}

/**
 * What bounds the rows of an audit event with the result `ok`, if neither an operator nor an impersonator acts:
 *
 * - `calls`: every row is audited. The calls have a limit, each row ends a row of another event, or only operators cause
 *   it.
 * - `changes`: the same by `changes_per_ip`, for changes of factors and credentials.
 * - `sessions`: every row is audited if the proof starts a session (`sign_ins_per_ip`), and counts for `changes_per_ip`
 *   if it adds a factor. A proof that continues a session is bounded like `rows`.
 * - `rows`: a user or a client application can repeat the call all day. Above a budget a sample is audited.
 */
export type AuditBound = 'calls' | 'changes' | 'sessions' | 'rows'

/** What code outside of the method's own folders needs to know about a sign-in method. */
export interface MethodDefinition {
  /** The settings that enable it: the name in the API, and the field in the stored settings. */
  settings?: Readonly<Record<string, string>>
  /** The kinds of registrations that it adds to a user. */
  registrations?: Readonly<Record<string, RegistrationRules>>
  /** The factors that it adds to a session. */
  factors?: Readonly<Partial<Record<FactorType, FactorClass>>>
  auditEvents?: Readonly<Record<string, AuditBound>>
  /** Stored secrets of an account that can be guessed, each with its own count of wrong guesses. */
  guessedSecrets?: readonly string[]
  /** The same for second factors, which are counted for all networks together. */
  secondFactorSecrets?: readonly string[]
  /** Tables that are encrypted again when the master key changes. */
  sealedTables?: Readonly<Record<string, SealedColumn>>
}

/** A text among the details of a registration; empty if it is missing. */
export function detailText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function detailTextOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

export function detailTexts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
