import type { Instant } from './instant.ts'

/** The part of a TOTP registration that only its own checks read; `id` is the registration's. */
export interface TotpRecord {
  projectId: string
  id: string
  accountId: string
  /** The shared secret (base32) under the master key. */
  secretSealed: string
  /** The latest time step a code was taken for; no code of it or of an earlier one is taken again. */
  lastStep: number
  /** Until when the enrolment waits for its first code; null once that has come. */
  expiresAt: Instant | null
  createdAt: Instant
}

/** One of the codes for when the authenticator is lost. */
export interface RecoveryCodeRecord {
  projectId: string
  id: string
  totpId: string
  accountId: string
  /** HMAC under the TOTP's own secret: redeemed by this, and useless without that. */
  codeMac: string
  /** The code under the master key, so that it can be shown again. */
  codeSealed: string
  /** Its position in the list that was shown. */
  position: number
  usedAt: Instant | null
  usedBy: string | null
}

/** The tables of the method. */
export interface TotpTables {
  totps: TotpRecord
  recovery_codes: RecoveryCodeRecord
}

export interface TotpVerbs {
  insert(totp: TotpRecord): Promise<void>
  addRecoveryCode(code: RecoveryCodeRecord): Promise<void>
  /** Removes all recovery codes of a TOTP, used or not. */
  removeRecoveryCodes(projectId: string, accountId: string, totpId: string): Promise<void>
  /** Oldest first. */
  list(projectId: string, accountId: string): Promise<TotpRecord[]>
  /** The unused recovery codes of a user, in the order in which they were shown. */
  listRecoveryCodes(projectId: string, accountId: string): Promise<RecoveryCodeRecord[]>
  /**
   * Called by `tokens/consume.ts` alone: uses a time step; the first one completes the registration. False if
   * this or a later step was used before, or if the registration has expired: one UPDATE decides.
   */
  useStep(projectId: string, id: string, step: number, now: Instant): Promise<boolean>
  /** Called by `tokens/consume.ts` alone. False if it was used in the meantime. */
  useRecoveryCode(projectId: string, id: string, now: Instant, usedBy: string): Promise<boolean>
}
