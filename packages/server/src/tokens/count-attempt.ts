import { errorTable } from '@latchkey/contract'
import { ProviderError } from '../http/provider-error.ts'
import { guessesPerCode } from '../security/limits.ts'
import type { OneTimePurpose, OneTimeRecord, ProjectRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { StorageUnavailableError } from '../storage/storage-error.ts'
import { type LockoutState, lockoutSubjectOfUser } from '../storage/verbs.ts'
import { takeSlot } from './take-slot.ts'

/** Whose wrong secrets are counted together: the account, or the identifier of one that does not exist yet. */
export function lockoutSubject(userId: string | null, identifier: string): string {
  return userId === null ? identifier : lockoutSubjectOfUser(userId)
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
        const taken = await takeSlot(tx, { projectId: project.id, subject, identifier: row.identifier, now })
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
  tx: StorageVerbs,
  guess: { project: ProjectRecord; subject: string; identifier: string; now: number },
): Promise<FactorAttempt> {
  const { project, subject, identifier, now } = guess
  const lock = await takeSlot(tx, { projectId: project.id, subject, identifier, now })
  if (lock !== null) return { outcome: 'compare', lock }
  return { outcome: 'locked', lock: await tx.lockouts.state(project.id, subject) }
}

/**
 * What comes after a slot was taken and says whether the secret was right. If it fails instead (a full queue, a store
 * that is away), nobody has guessed, and the slots are given back: ten such answers must not lock an account. Only for
 * work that cannot fail because the secret was wrong: that would be a free guess.
 */
export async function orGiveBack<T>(
  storage: Storage,
  { projectId, subjects }: { projectId: string; subjects: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isAnswer = error instanceof ProviderError && errorTable[error.type].status < 500
    if (isAnswer) throw error
    // If the store is away for this too, the guess stays counted.
    const given = giveBack(storage, projectId, subjects).catch(() => {})
    // Whoever has waited for a store that is away does not wait for it a second time.
    if (!(error instanceof StorageUnavailableError)) await given
    throw error
  }
}

function giveBack(storage: Storage, projectId: string, subjects: readonly string[]): Promise<void> {
  return storage.transaction(async (tx) => {
    for (const subject of subjects) await tx.lockouts.forgive(projectId, subject, 1)
  })
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
      for (const subject of factorSubjects(userId)) {
        const taken = await takeSlot(tx, { projectId, subject, identifier: null, now })
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
  for (const subject of factorSubjects(userId)) await tx.lockouts.clear(projectId, subject)
}

/** Right, but spent before: whoever enters a code twice has not guessed. */
export async function forgiveFactorAttempt(storage: Storage, guess: FactorGuess): Promise<void> {
  const { projectId, userId } = guess
  await giveBack(storage, projectId, factorSubjects(userId))
}

class FactorLocked extends Error {
  readonly lock: LockoutState | null
  constructor(lock: LockoutState | null) {
    super('locked')
    this.lock = lock
  }
}

/** Where a guess at a second factor is counted. */
export function factorSubjects(userId: string): readonly string[] {
  return [factorSubject(userId), lockoutSubjectOfUser(userId)]
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
