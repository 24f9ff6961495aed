import type { AuthenticationFactor, JsonObject, Name } from '@latchkey/contract'
import type { Page } from './page.ts'
import type { Realm } from './realm.ts'
import type {
  AccountRecord,
  AuditRecord,
  EventRecord,
  Instant,
  MembershipRecord,
  OneTimePurpose,
  OneTimeRecord,
  OutboxRecord,
  RegistrationKind,
  RegistrationRecord,
  SessionRecord,
} from './records.ts'

export type * from './oauth-client-verbs.ts'
export type * from './organization-verbs.ts'
export type { Page } from './page.ts'
export type * from './project-verbs.ts'

export interface AccountVerbs {
  /** Inserts the account alone; registrations come by `addRegistration`. */
  insert(account: Omit<AccountRecord, 'registrations'>): Promise<void>
  /** The account with all registrations, in one statement. */
  get(projectId: string, accountId: string): Promise<AccountRecord | null>
  /** The account of the realm that owns a canonical key, with all registrations. */
  findByRegistration(realm: Realm, kind: RegistrationKind, uniqueKey: string): Promise<AccountRecord | null>
  /**
   * All in one statement. False if a key already belongs to an account of the realm: the unique index decides. The
   * others are added nevertheless, so several registrations are added in a transaction.
   */
  addRegistration(...registrations: RegistrationRecord[]): Promise<boolean>
  /** Marks it as verified; false if it was verified before or does not exist. */
  verifyRegistration(projectId: string, registrationId: string, now: Instant): Promise<boolean>
  /** False if the registration is not the account's. */
  removeRegistration(
    projectId: string,
    accountId: string,
    kind: RegistrationKind,
    registrationId: string,
  ): Promise<boolean>
  /** Replaces the details; false if the registration is not the account's. */
  setRegistrationDetails(
    projectId: string,
    accountId: string,
    kind: RegistrationKind,
    registrationId: string,
    details: JsonObject,
  ): Promise<boolean>
  update(
    projectId: string,
    accountId: string,
    change: {
      name?: Name
      trustedMetadata?: JsonObject
      untrustedMetadata?: JsonObject
      status?: AccountRecord['status']
      roles?: string[]
    },
    now: Instant,
  ): Promise<void>
  /** Rejects with a conflict if it is another account's of the realm. */
  setExternalId(projectId: string, accountId: string, externalId: string | null, now: Instant): Promise<void>
  /** Null enables the account. Both void everything issued for it, as `invalidateSecrets` does. */
  setDisabled(projectId: string, accountId: string, disabledAt: Instant | null, now: Instant): Promise<void>
  /** Voids every one-time secret issued for the account so far: `consume` compares the epoch of both. */
  invalidateSecrets(projectId: string, accountId: string, now: Instant): Promise<void>
  findByExternalId(realm: Realm, externalId: string): Promise<AccountRecord | null>
  /** Removes the account with all registrations, sessions and one-time secrets. False if the account does not exist. */
  remove(projectId: string, accountId: string): Promise<boolean>
  /** Removes pending accounts of users created before the instant, oldest first; returns their ids. */
  removePending(projectId: string, before: Instant, limit: number): Promise<string[]>
  list(realm: Realm, options: { cursor?: string; limit: number }): Promise<Page<AccountRecord>>
  /** Accounts of the realm with a key of this kind that starts with the prefix, in the order of the keys. */
  search(
    realm: Realm,
    kind: RegistrationKind,
    prefix: string,
    options: { cursor?: string; limit: number },
  ): Promise<Page<AccountRecord>>
}

export interface SessionVerbs {
  /** Called by `sessions/issue-session.ts` alone. */
  insert(session: SessionRecord): Promise<void>
  /**
   * The live session of a token (current or in its grace), with its account, lock and registrations, in one statement
   * (a second one only on a miss, one more for a member). Null when revoked, expired, unknown, or when the account is
   * gone or disabled; for a member also unless it is active and its organization neither suspended nor removed.
   */
  findByTokenHash(
    projectId: string,
    tokenHash: string,
    now: Instant,
  ): Promise<{
    session: SessionRecord
    account: AccountRecord
    /** Null for a user. */
    membership: MembershipRecord | null
    lock: LockoutState | null
    /** The hash belongs to the token from before the last rotation. */
    usesReplacedToken: boolean
  } | null>
  get(projectId: string, sessionId: string): Promise<SessionRecord | null>
  /** False if the session was revoked or has expired. */
  touch(
    projectId: string,
    sessionId: string,
    change: { lastAccessedAt: Instant; expiresAt?: Instant },
    now: Instant,
  ): Promise<boolean>
  /** New factors and a new token; the replaced token is accepted for a short time. */
  rotate(
    projectId: string,
    sessionId: string,
    change: {
      tokenHash: string
      prevValidUntil: Instant
      factors: AuthenticationFactor[]
      lastAccessedAt: Instant
      expiresAt: Instant
    },
    now: Instant,
  ): Promise<boolean>
  /** The live ones of a user or member, newest first. */
  list(
    projectId: string,
    subjectId: string,
    options: { now: Instant; cursor?: string; limit: number },
  ): Promise<Page<SessionRecord>>
  /** True if this call revoked it. */
  revoke(projectId: string, sessionId: string, now: Instant): Promise<boolean>
  revokeForSubject(
    projectId: string,
    subjectId: string,
    now: Instant,
    except?: { sessionId: string },
  ): Promise<string[]>
  /** Revokes the sessions that started with a grant; returns the ids. */
  revokeForGrant(projectId: string, grantId: string, now: Instant, except?: { sessionId: string }): Promise<string[]>
  /** Revokes the sessions that started with any grant of a client; returns the ids. */
  revokeForClient(projectId: string, clientId: string, now: Instant): Promise<string[]>
  /** Impersonated sessions whose token was issued by this secret key or operator; returns the ids. */
  revokeForIssuer(projectId: string, issuedBy: string, now: Instant): Promise<string[]>
  /** Impersonated sessions in which this impersonator acts; returns the ids. */
  revokeForActor(projectId: string, actor: string, now: Instant): Promise<string[]>
  /** Deletes long-expired rows, at most `limit`; returns how many. */
  sweep(now: Instant, limit: number): Promise<number>
}

export interface OneTimeVerbs {
  insert(row: OneTimeRecord): Promise<void>
  /** Voids unused rows of this identifier and these purposes. */
  voidEarlier(realm: Realm, identifier: string, purposes: readonly OneTimePurpose[], now: Instant): Promise<void>
  /** Deletes all rows of an identifier and its parts (`identifier|…`), used or not. */
  removeByIdentifier(realm: Realm, identifier: string): Promise<void>
  /** Deletes one row. */
  remove(projectId: string, id: string): Promise<void>
  /**
   * Called by `tokens/consume.ts` alone. All conditions are in one UPDATE; null if any fails. A row with an account is
   * void when that account is gone or disabled, or when its epoch changed since the row was inserted.
   */
  consume(by: {
    projectId: string
    tokenHash: string
    purposes: readonly OneTimePurpose[]
    /** S256 of the verifier; null when the caller sent none. */
    challenge: string | null
    now: Instant
    usedBy: string
  }): Promise<OneTimeRecord | null>
  /** For the error after a failed consume, never for the decision. */
  findByTokenHash(projectId: string, tokenHash: string): Promise<OneTimeRecord | null>
  /** A token that `consume` would accept now with the right challenge. Reading it spends nothing. */
  findUsable(by: {
    projectId: string
    tokenHash: string
    purposes: readonly OneTimePurpose[]
    now: Instant
  }): Promise<OneTimeRecord | null>
  /** Counts a wrong verifier; the row is voided at `cap`. */
  countMismatch(projectId: string, id: string, cap: number, now: Instant): Promise<void>
  /** Called by `tokens/count-attempt.ts` alone: counts one of `cap` guesses before the comparison. */
  countGuess(
    projectId: string,
    id: string,
    purposes: readonly OneTimePurpose[],
    cap: number,
    now: Instant,
  ): Promise<OneTimeRecord | null>
  find(projectId: string, id: string): Promise<OneTimeRecord | null>
  /** The rows of an identifier that can still be consumed, newest first. For lookups, never for the decision. */
  listLive(
    realm: Realm,
    identifier: string,
    purposes: readonly OneTimePurpose[],
    options: { now: Instant; limit: number },
  ): Promise<OneTimeRecord[]>
  /**
   * The rows of all identifiers with this prefix that can still be consumed, by identifier. It reads no more rows than
   * the limit, also if attackers have inserted many. For lookups, never for the decision.
   */
  listLiveByPrefix(
    realm: Realm,
    prefix: string,
    purposes: readonly OneTimePurpose[],
    options: { now: Instant; limit: number },
  ): Promise<OneTimeRecord[]>
  /** Called by `tokens/consume.ts` alone: consumes a passcode that was compared equal. Null if it was consumed in the meantime. */
  consumeById(projectId: string, id: string, now: Instant, usedBy: string): Promise<OneTimeRecord | null>
  sweep(now: Instant, limit: number): Promise<number>
}

/** `lockedUntil` of a lock-out that ends only by `clear`: later than any instant. */
export const lockedIndefinitely: Instant = Number.MAX_SAFE_INTEGER

/** The lock-out subject of an account. */
export const lockoutSubjectOfAccount = (accountId: string): string => `user:${accountId}`

export interface LockoutState {
  /** Consecutive wrong secrets, this guess included. */
  consecutive: number
  lockedUntil: Instant | null
  lockedAt: Instant | null
}

/** A count of wrong guesses, and the part of it for one secret. A count without parts is its own part. */
export interface CountedPart {
  subject: string
  share: string
}

export interface LockoutVerbs {
  /**
   * Counts a guess as wrong before it is compared (a success clears it). Null when locked: nothing was counted.
   * At every multiple of `threshold` the lock is set in the same statement: `baseMs` doubled per lock, at most `maxMs`;
   * from `hardCap` on it has no end.
   */
  countGuess(
    projectId: string,
    subject: string,
    policy: { threshold: number; baseMs: number; maxMs: number; hardCap: number },
    now: Instant,
  ): Promise<LockoutState | null>
  clear(projectId: string, subject: string): Promise<void>
  /** Clears the subject and everything below it (`subject/…`). */
  clearAll(projectId: string, subject: string): Promise<void>
  /**
   * Subtracts guesses from a count and its part, at most what the part still holds, and removes the lock-out that they
   * were needed for. If the part holds none, nothing changes.
   */
  refundGuesses(projectId: string, counts: CountedPart, guesses: number): Promise<void>
  /** The same for correct guesses; counts without other guesses are removed. */
  refundCorrectGuesses(projectId: string, counts: CountedPart, guesses: number): Promise<void>
  get(projectId: string, subject: string): Promise<LockoutState | null>
  /** Deletes counts without recent guesses. */
  sweep(before: Instant, limit: number): Promise<number>
}

/** Keys that were used: nonces that work once, and the known networks of users. Each is kept until it expires. */
export interface NonceVerbs {
  /** Called by `tokens/consume.ts` alone. True for the first call with this key, until the key is swept. */
  consume(projectId: string, key: string, expiresAt: Instant): Promise<boolean>
  /** Stores a key or extends its lifetime; never shortens it. */
  remember(projectId: string, key: string, expiresAt: Instant): Promise<void>
  has(projectId: string, key: string, now: Instant): Promise<boolean>
  sweep(now: Instant, limit: number): Promise<number>
}

export interface LimitVerbs {
  /** One upsert with RETURNING on the given clock: is this the `limit`-th or an earlier use in the window? */
  consume(
    projectId: string,
    key: string,
    window: { limit: number; windowMs: number },
    now: Instant,
  ): Promise<{ allowed: boolean; retryAfterMs: number }>
  /** Subtracts one use. */
  refund(projectId: string, key: string): Promise<void>
  sweep(now: Instant, limit: number): Promise<number>
}

export interface OutboxDepth {
  channel: OutboxRecord['channel']
  queued: number
  /** When the oldest of them was queued. */
  oldestAt: Instant
}

export interface OutboxVerbs {
  enqueue(message: OutboxRecord): Promise<void>
  /**
   * Leases due messages to one worker; two workers never get the same one. A message whose lease expired is
   * taken over from a stopped worker; the result of that attempt is unknown.
   */
  lease(options: { now: Instant; leaseMs: number; limit: number }): Promise<OutboxRecord[]>
  /** Closes a delivered message; the payload is blanked. */
  markDelivered(projectId: string, id: string, now: Instant): Promise<void>
  /** Schedules another attempt; `unanswered` if the carrier may have accepted the message. */
  retry(projectId: string, id: string, nextAttemptAt: Instant, outcome?: 'unanswered'): Promise<void>
  /** Extends the lease of the worker. */
  extendLease(projectId: string, id: string, until: Instant): Promise<void>
  /** Closes a failed message; the payload is blanked. */
  markFailed(projectId: string, id: string, now: Instant): Promise<void>
  /** Closes expired messages and blanks the payload. A decoy is a message that is never sent. */
  expire(now: Instant, limit: number): Promise<{ channel: OutboxRecord['channel']; isDecoy: boolean }[]>
  /** Messages that wait to be sent, by channel. */
  countQueued(now: Instant): Promise<OutboxDepth[]>
  /** Deletes rows long past their expiry, at most `limit`; returns how many. */
  sweep(now: Instant, limit: number): Promise<number>
}

/** The position of an audit row in the chain of its project. */
export interface SealedLink {
  projectId: string
  id: string
  seq: number
  prevHash: string
  hash: string
}

export interface AuditVerbs {
  /** Unchained, all in one statement; the sealer chains later. */
  append(...rows: Omit<AuditRecord, 'seq' | 'prevHash' | 'hash'>[]): Promise<void>
  listUnsealed(limit: number): Promise<AuditRecord[]>
  getLastSealed(projectId: string): Promise<AuditRecord | null>
  seal(rows: SealedLink[]): Promise<void>
  /** Sealed rows in order, for checking the chain and for export. */
  list(projectId: string, options: { afterSeq: number; limit: number }): Promise<AuditRecord[]>
}

export interface EventVerbs {
  insert(rows: EventRecord[]): Promise<void>
  sweep(before: Instant, limit: number): Promise<number>
}

export interface LeaseVerbs {
  /** One statement: true if `holder` now holds `name` until `now + ttlMs`. */
  acquire(name: string, holder: string, ttlMs: number, now: Instant): Promise<boolean>
  release(name: string, holder: string): Promise<void>
}
