import { ProviderError } from '../http/provider-error.ts'
import { guessesPerCode, lockoutPolicy } from '../security/limits.ts'
import type { OneTimePurpose, OneTimeRecord, ProjectRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { type LockoutState, lockoutSubjectOfUser } from '../storage/verbs.ts'

/** Whose wrong secrets are counted together: the account, or the identifier of one that does not exist yet. */
export function lockoutSubject(userId: string | null, identifier: string): string {
  return userId === null ? identifier : lockoutSubjectOfUser(userId)
}

/**
 * Nobody can reset what belongs to no account, and no administrator could name it: at the hard cap an address or a
 * number would be shut out of signing up for good, by whoever has guessed at it. There each lock ends; but not where
 * the project is strict, for then the lock's end would tell who has an account.
 */
const newcomerPolicy = { ...lockoutPolicy, hardCap: 2 ** 31 - 1 }

function policyOf({ settings }: ProjectRecord, subject: string): typeof lockoutPolicy {
  const isNewcomer = !subject.startsWith(lockoutSubjectOfUser(''))
  return isNewcomer && settings.enumeration !== 'strict' ? newcomerPolicy : lockoutPolicy
}

export type Attempt =
  | { outcome: 'compare'; row: OneTimeRecord; lock: LockoutState | null }
  | { outcome: 'locked'; lock: LockoutState | null }
  /** Spent, expired, voided or out of guesses: nothing was counted. */
  | { outcome: 'dead' }

class NothingCounted extends Error {
  readonly attempt: Attempt
  constructor(attempt: Attempt) {
    super('nothing counted')
    this.attempt = attempt
  }
}

/**
 * Takes the slot of one guess: at the code and at the account. It is committed in a transaction of its own before
 * anything is compared, for a guess that is rolled back would be a free one. The only call of its kind.
 */
export async function countAttempt(
  storage: Storage,
  guess: {
    project: ProjectRecord
    methodId: string
    purposes: readonly OneTimePurpose[]
    /** All whose wrong secrets it is. */
    subjects: readonly string[]
    now: number
  },
): Promise<Attempt> {
  const { project, methodId, purposes, subjects, now } = guess
  try {
    return await storage.transaction(async (tx): Promise<Attempt> => {
      const row = await tx.oneTime.takeGuess(project.id, methodId, purposes, guessesPerCode, now)
      if (row === null) throw new NothingCounted({ outcome: 'dead' })
      let lock: LockoutState | null = null
      for (const subject of subjects) {
        const taken = await tx.lockouts.takeSlot(project.id, subject, policyOf(project, subject), now)
        if (taken === null)
          throw new NothingCounted({ outcome: 'locked', lock: await tx.lockouts.state(project.id, subject) })
        if (lock === null || taken.lockedUntil !== null) lock = taken
      }
      return { outcome: 'compare', row, lock }
    })
  } catch (error) {
    // Rolled back on purpose: a guess that is not evaluated costs nobody anything.
    if (error instanceof NothingCounted) return error.attempt
    throw error
  }
}

/**
 * The slot of a guess at a secret that an account keeps, in a transaction that commits before anything is compared.
 * Whoever is nobody is counted too, by the identifier, so that locks do not tell who has an account.
 */
export async function countSecretIn(
  tx: Pick<StorageVerbs, 'lockouts'>,
  guess: { project: ProjectRecord; subject: string; now: number },
): Promise<FactorAttempt> {
  const { project, subject, now } = guess
  const lock = await tx.lockouts.takeSlot(project.id, subject, policyOf(project, subject), now)
  if (lock !== null) return { outcome: 'compare', lock }
  return { outcome: 'locked', lock: await tx.lockouts.state(project.id, subject) }
}

/** A guess at what a person has besides an account: their authenticator's codes, and the codes for its loss. */
export type FactorGuess = { projectId: string; userId: string; now: number }

export type FactorAttempt = { outcome: 'compare' | 'locked'; lock: LockoutState | null }

/**
 * The slot of a guess at a second factor, committed before anything is compared. It is counted twice: at the
 * account, with all its other secrets, and for itself, for whoever knows the first factor could otherwise clear
 * the account's count by signing in again and guess on for ever.
 */
export async function countFactorAttempt(storage: Storage, guess: FactorGuess): Promise<FactorAttempt> {
  const { projectId, userId, now } = guess
  try {
    return await storage.transaction(async (tx): Promise<FactorAttempt> => {
      let lock: LockoutState | null = null
      for (const subject of [factorSubject(userId), lockoutSubjectOfUser(userId)]) {
        const taken = await tx.lockouts.takeSlot(projectId, subject, lockoutPolicy, now)
        if (taken === null) throw new FactorLocked(await tx.lockouts.state(projectId, subject))
        if (lock === null || taken.lockedUntil !== null) lock = taken
      }
      return { outcome: 'compare', lock }
    })
  } catch (error) {
    if (error instanceof FactorLocked) return { outcome: 'locked', lock: error.lock }
    throw error
  }
}

/** The right code: what was guessed at this factor is forgotten, and of the account's count no more than that. */
export async function forgetFactorAttempts(tx: Pick<StorageVerbs, 'lockouts'>, guess: FactorGuess): Promise<void> {
  const { projectId, userId } = guess
  const counted = await tx.lockouts.state(projectId, factorSubject(userId))
  await tx.lockouts.clear(projectId, factorSubject(userId))
  await tx.lockouts.forgive(projectId, lockoutSubjectOfUser(userId), counted?.consecutive ?? 1)
}

/** Every wrong secret of an account is forgotten, and with them every lock: an administrator's word, or its end. */
export async function forgetAllAttempts(
  tx: Pick<StorageVerbs, 'lockouts'>,
  { projectId, userId }: Omit<FactorGuess, 'now'>,
): Promise<void> {
  for (const subject of [factorSubject(userId), lockoutSubjectOfUser(userId)])
    await tx.lockouts.clear(projectId, subject)
}

/** Right, but spent before: whoever enters a code twice has not guessed. */
export async function forgiveFactorAttempt(storage: Storage, guess: FactorGuess): Promise<void> {
  const { projectId, userId } = guess
  await storage.transaction(async (tx) => {
    for (const subject of [factorSubject(userId), lockoutSubjectOfUser(userId)])
      await tx.lockouts.forgive(projectId, subject, 1)
  })
}

class FactorLocked extends Error {
  readonly lock: LockoutState | null
  constructor(lock: LockoutState | null) {
    super('locked')
    this.lock = lock
  }
}

function factorSubject(userId: string): string {
  return `${lockoutSubjectOfUser(userId)}/second-factor`
}

/** A lock without end has no time to come back at; a day is as good an answer as any. */
const longestWaitMs = 24 * 60 * 60_000

export function lockError(lock: LockoutState | null, now: number): ProviderError {
  const retryAfterMs = Math.min((lock?.lockedUntil ?? 0) - now, longestWaitMs)
  return new ProviderError('user_lock_limit_reached', { retryAfterMs: Math.max(retryAfterMs, 1_000) })
}
