import type { AuthenticationFactor, JsonObject, Name } from '@latchkey/contract'
import type { Page } from './page.ts'
import type {
  AuditRecord,
  EventRecord,
  Instant,
  OneTimePurpose,
  OneTimeRecord,
  OutboxRecord,
  PasskeyRecord,
  PasswordRecord,
  RecoveryCodeRecord,
  RegistrationKind,
  RegistrationRecord,
  SessionRecord,
  TotpRecord,
  UserRecord,
} from './records.ts'

export type * from './oauth-client-verbs.ts'
export type { Page } from './page.ts'
export type * from './project-verbs.ts'

export interface UserVerbs {
  /** Inserts the user alone; registrations come by `addRegistration`. */
  insert(user: Omit<UserRecord, 'registrations'>): Promise<void>
  /** The user with all registrations, in one statement. */
  get(projectId: string, userId: string): Promise<UserRecord | null>
  /** The user who owns a canonical key, with all registrations. */
  findByRegistration(projectId: string, kind: RegistrationKind, uniqueKey: string): Promise<UserRecord | null>
  /**
   * All in one statement. False if a key already belongs to someone: uniqueness is the index's, never a read's. The
   * others are added all the same, so that whoever adds several does it in a transaction.
   */
  addRegistration(...registrations: RegistrationRecord[]): Promise<boolean>
  /** Marks as proven; returns false if it was proven before, or is gone. */
  verifyRegistration(projectId: string, registrationId: string, now: Instant): Promise<boolean>
  /** Only if it is that user's; false otherwise. */
  removeRegistration(
    projectId: string,
    userId: string,
    kind: RegistrationKind,
    registrationId: string,
  ): Promise<boolean>
  /** Writes what the wire shows of it anew; false if it is not that user's. */
  setRegistrationDetails(
    projectId: string,
    userId: string,
    kind: RegistrationKind,
    registrationId: string,
    details: JsonObject,
  ): Promise<boolean>
  update(
    projectId: string,
    userId: string,
    change: {
      name?: Name
      trustedMetadata?: JsonObject
      untrustedMetadata?: JsonObject
      status?: UserRecord['status']
      roles?: string[]
    },
    now: Instant,
  ): Promise<void>
  /** Rejects with a conflict if it is another user's. */
  setExternalId(projectId: string, userId: string, externalId: string | null, now: Instant): Promise<void>
  /** Null enables the account. Both void everything issued for it, as `invalidateSecrets` does. */
  setDisabled(projectId: string, userId: string, disabledAt: Instant | null, now: Instant): Promise<void>
  /** Voids every one-time secret issued for the account so far: `consume` compares the epoch of both. */
  invalidateSecrets(projectId: string, userId: string, now: Instant): Promise<void>
  findByExternalId(projectId: string, externalId: string): Promise<UserRecord | null>
  /** The user with all registrations, sessions and one-time secrets, for good. False if there was none. */
  remove(projectId: string, userId: string): Promise<boolean>
  /** Removes users who were made pending before then and never proved anything, oldest first; returns their ids. */
  removePending(projectId: string, before: Instant, limit: number): Promise<string[]>
  list(projectId: string, options: { cursor?: string; limit: number }): Promise<Page<UserRecord>>
  /** Whose key of this kind begins so, in the order of the keys. */
  search(
    projectId: string,
    kind: RegistrationKind,
    prefix: string,
    options: { cursor?: string; limit: number },
  ): Promise<Page<UserRecord>>
}

export interface SessionVerbs {
  /** Called by `sessions/issue-session.ts` alone. */
  insert(session: SessionRecord): Promise<void>
  /**
   * The live session of a token (current or in its grace), with its user, the user's lock and all registrations, in one statement
   * (a second one only on a miss). Null when revoked, expired, unknown, or when the user is gone or disabled.
   */
  findByTokenHash(
    projectId: string,
    tokenHash: string,
    now: Instant,
  ): Promise<{
    session: SessionRecord
    user: UserRecord
    lock: LockoutState | null
    /** Found by the token before the last rotation. */
    hasPreviousToken: boolean
  } | null>
  get(projectId: string, sessionId: string): Promise<SessionRecord | null>
  /** Guarded: false if it was revoked or has expired meanwhile. */
  touch(
    projectId: string,
    sessionId: string,
    change: { lastAccessedAt: Instant; expiresAt?: Instant },
    now: Instant,
  ): Promise<boolean>
  /** A further proof or a change of privilege: new factors and a new token; the old one stays good for a moment. */
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
  /** True if this call ended it. */
  revoke(projectId: string, sessionId: string, now: Instant): Promise<boolean>
  revokeForSubject(
    projectId: string,
    subjectId: string,
    now: Instant,
    except?: { sessionId: string },
  ): Promise<string[]>
  /** Those that an application began with what it was given; returns the ids. */
  revokeForGrant(projectId: string, grantId: string, now: Instant, except?: { sessionId: string }): Promise<string[]>
  /** The same of everything an application was ever given. */
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
  voidEarlier(projectId: string, identifier: string, purposes: readonly OneTimePurpose[], now: Instant): Promise<void>
  /** Deletes whatever there is for an identifier, used or not: its owner is gone. */
  removeByIdentifier(projectId: string, identifier: string): Promise<void>
  /** Deletes one row. */
  remove(projectId: string, id: string): Promise<void>
  /**
   * Called by `tokens/consume.ts` alone. All conditions are in one UPDATE; null if any fails. A row with a user is
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
  /** For naming the error after a failed consume, never for deciding. */
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
  /** Called by `tokens/count-attempt.ts` alone: takes one of `cap` guesses before anything is compared. */
  countGuess(
    projectId: string,
    id: string,
    purposes: readonly OneTimePurpose[],
    cap: number,
    now: Instant,
  ): Promise<OneTimeRecord | null>
  find(projectId: string, id: string): Promise<OneTimeRecord | null>
  /** What could still be spent for an identifier, newest first. For finding, never for deciding. */
  listLive(
    projectId: string,
    identifier: string,
    purposes: readonly OneTimePurpose[],
    options: { now: Instant; limit: number },
  ): Promise<OneTimeRecord[]>
  /** Called by `tokens/consume.ts` alone: spends a passcode that was compared equal. Null if spent meanwhile. */
  consumeById(projectId: string, id: string, now: Instant, usedBy: string): Promise<OneTimeRecord | null>
  sweep(now: Instant, limit: number): Promise<number>
}

/** `lockedUntil` of a lock that ends only by `clear`: later than any instant, so that a plain comparison holds. */
export const lockedIndefinitely: Instant = Number.MAX_SAFE_INTEGER

/** Whose wrong secrets are counted together: an account's own subject. */
export const lockoutSubjectOfUser = (userId: string): string => `user:${userId}`

export interface LockoutState {
  /** Wrong secrets in a row, this guess included. */
  consecutive: number
  lockedUntil: Instant | null
  lockedAt: Instant | null
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
  /** As if so many of the guesses had never been made, and no lock set by them. */
  refundGuesses(projectId: string, subject: string, guesses: number): Promise<void>
  /** The same for guesses that turned out to be right; a count without other guesses is removed. */
  refundCorrectGuesses(projectId: string, subject: string, guesses: number): Promise<void>
  get(projectId: string, subject: string): Promise<LockoutState | null>
  /** Forgets counts that nobody has added to for long. */
  sweep(before: Instant, limit: number): Promise<number>
}

export interface TotpVerbs {
  insert(totp: TotpRecord): Promise<void>
  addRecoveryCode(code: RecoveryCodeRecord): Promise<void>
  /** Oldest first. */
  list(projectId: string, userId: string): Promise<TotpRecord[]>
  /** The unused ones of a user, in the order in which they were shown. */
  listRecoveryCodes(projectId: string, userId: string): Promise<RecoveryCodeRecord[]>
  /**
   * Called by `tokens/consume.ts` alone: takes a time step, and with the first one the enrolment is over. False if
   * this step or a later one was taken before, or if the enrolment has expired: one UPDATE decides.
   */
  useStep(projectId: string, id: string, step: number, now: Instant): Promise<boolean>
  /** Called by `tokens/consume.ts` alone. False if it was used meanwhile. */
  useRecoveryCode(projectId: string, id: string, now: Instant, usedBy: string): Promise<boolean>
}

export interface PasswordVerbs {
  find(projectId: string, id: string): Promise<PasswordRecord | null>
  /** The first one of a registration, or another in its place. */
  set(password: PasswordRecord): Promise<void>
  /**
   * Only while it is still the hash that a password was compared with: a sign-in with a password that was changed
   * meanwhile ends here. It also holds the row, so that a change waits for the sign-in and then ends its session.
   */
  replaceIfUnchanged(projectId: string, id: string, compared: string, hash: string): Promise<boolean>
  /** Nothing opens it any more. False if there was none. */
  remove(projectId: string, id: string): Promise<boolean>
}

export interface PasskeyVerbs {
  insert(passkey: PasskeyRecord): Promise<void>
  get(projectId: string, id: string): Promise<PasskeyRecord | null>
  /** Oldest first. */
  list(projectId: string, userId: string): Promise<PasskeyRecord[]>
  /** Does any project have this credential? Browsers keep passkeys by domain, which several projects may share. */
  isKnown(rpId: string, credentialId: string): Promise<boolean>
  /**
   * Notes a use. False if the signature counter did not rise although the credential counts and cannot be copied
   * (it is not backup eligible): one UPDATE decides.
   */
  recordUse(
    projectId: string,
    id: string,
    change: { signCount: number; backedUp: boolean },
    now: Instant,
  ): Promise<boolean>
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
  /** Takes one use back. */
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
   * Leases due messages to one worker; two workers never get the same one. One whose lease has run out is taken over
   * from a worker that died: what came of its attempt, nobody knows.
   */
  lease(options: { now: Instant; leaseMs: number; limit: number }): Promise<OutboxRecord[]>
  /** Done: the payload is blanked. */
  markDelivered(projectId: string, id: string, now: Instant): Promise<void>
  /** Leaves it to whoever is next; `unanswered` where the carrier may have it all the same. */
  retry(projectId: string, id: string, nextAttemptAt: Instant, outcome?: 'unanswered'): Promise<void>
  /** Keeps it to its worker for longer. */
  extendLease(projectId: string, id: string, until: Instant): Promise<void>
  /** Given up for good: the payload is blanked. */
  markFailed(projectId: string, id: string, now: Instant): Promise<void>
  /** Blanks and closes what is past its expiry. A decoy was never meant to be sent. */
  expire(now: Instant, limit: number): Promise<{ channel: OutboxRecord['channel']; isDecoy: boolean }[]>
  /** Messages that wait to be sent, by channel. */
  countQueued(now: Instant): Promise<OutboxDepth[]>
  /** Deletes rows long past their expiry, at most `limit`; returns how many. */
  sweep(now: Instant, limit: number): Promise<number>
}

/** The place of an audit row in its project's chain. */
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
