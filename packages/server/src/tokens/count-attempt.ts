import { errorTable } from '@latchkey/contract'
import { ProviderError } from '../http/provider-error.ts'
import type { GuessSubject } from '../security/known-networks.ts'
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

/** Also what has no count by network, such as an address that is being added. */
export type CountedSubject = GuessSubject | { account: string; network: null; isKnown: false }

export type Attempt =
  | { outcome: 'compare'; row: OneTimeRecord; lock: LockoutState | null; subjects: string[] }
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
    subjects: readonly CountedSubject[]
    now: number
  },
): Promise<Attempt> {
  const { project, methodId, purposes, subjects, now } = guess
  try {
    return await storage.transaction(async (tx): Promise<Attempt> => {
      const row = await tx.oneTime.takeGuess(project.id, methodId, purposes, guessesPerCode, now)
      if (row === null) throw new NothingCounted({ outcome: 'dead' })
      const slots = await takeSlots(tx, subjects, { projectId: project.id, identifier: row.identifier, now })
      if (slots.taken === null) throw new NothingCounted({ outcome: 'locked', lock: slots.lock })
      return { outcome: 'compare', row, lock: slots.lock, subjects: slots.taken }
    })
  } catch (error) {
    // Rolled back on purpose: a guess that is not evaluated costs nobody anything.
    if (error instanceof NothingCounted) return error.attempt
    throw error
  }
}

/** The slots of one guess, and the strictest lock among them; `taken` is null if one that can lock it is locked. */
async function takeSlots(
  tx: StorageVerbs,
  subjects: readonly CountedSubject[],
  guess: { projectId: string; identifier: string | null; now: number },
): Promise<{ taken: string[] | null; lock: LockoutState | null }> {
  const taken: string[] = []
  let lock: LockoutState | null = null
  for (const { account, network, isKnown } of subjects) {
    for (const subject of network === null ? [account] : [network, account]) {
      const slot = await takeSlot(tx, { ...guess, subject })
      if (slot === null) {
        if (subject === account && isKnown) continue
        return { taken: null, lock: await tx.lockouts.state(guess.projectId, subject) }
      }
      taken.push(subject)
      if (lock === null || slot.lockedUntil !== null) lock = slot
    }
  }
  return { taken, lock }
}

/**
 * The slot of a guess at a secret that an account keeps, in a transaction that commits before anything is compared.
 * Whoever is nobody is counted too, by the identifier, so that locks do not tell who has an account.
 */
export async function countSecretIn(
  tx: StorageVerbs,
  guess: { project: ProjectRecord; subject: GuessSubject; identifier: string; now: number },
): Promise<FactorAttempt> {
  const { project, subject, identifier, now } = guess
  const { taken, lock } = await takeSlots(tx, [subject], { projectId: project.id, identifier, now })
  return { outcome: taken === null ? 'locked' : 'compare', lock, subjects: taken ?? [] }
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
export type FactorGuess = { projectId: string; userId: string; subject: GuessSubject; now: number }

export type FactorAttempt = { outcome: 'compare' | 'locked'; lock: LockoutState | null; subjects: string[] }

/**
 * The slot of a guess at a second factor, committed before anything is compared. It is counted twice: at the
 * account, with all its other secrets, and for itself, for whoever knows the first factor could otherwise clear
 * the account's count by signing in again and guess on for ever.
 */
export async function countFactorAttempt(storage: Storage, guess: FactorGuess): Promise<FactorAttempt> {
  const { projectId, userId, subject, now } = guess
  const subjects: CountedSubject[] = [{ account: factorSubject(userId), network: null, isKnown: false }, subject]
  try {
    return await storage.transaction(async (tx): Promise<FactorAttempt> => {
      const { taken, lock } = await takeSlots(tx, subjects, { projectId, identifier: null, now })
      if (taken === null) throw new FactorLocked(lock)
      return { outcome: 'compare', lock, subjects: taken }
    })
  } catch (error) {
    if (error instanceof FactorLocked) return { outcome: 'locked', lock: error.lock, subjects: [] }
    throw error
  }
}

/** The right code: what was guessed at this factor is forgotten, and of the account's count no more than that. */
export async function forgetFactorAttempts(
  tx: Pick<StorageVerbs, 'lockouts'>,
  { projectId, userId }: FactorGuess,
  subjects: readonly string[],
): Promise<void> {
  const own = factorSubject(userId)
  const counted = await tx.lockouts.state(projectId, own)
  await tx.lockouts.clear(projectId, own)
  for (const subject of subjects)
    if (subject !== own) await tx.lockouts.forgive(projectId, subject, counted?.consecutive ?? 1)
}

/** Every wrong secret of an account is forgotten, and with them every lock: an administrator's word, or its end. */
export async function forgetAllAttempts(
  tx: Pick<StorageVerbs, 'lockouts'>,
  { projectId, userId }: Pick<FactorGuess, 'projectId' | 'userId'>,
): Promise<void> {
  await tx.lockouts.clearAll(projectId, lockoutSubjectOfUser(userId))
}

/** Right, but spent before: a code that is entered twice is not a guess. */
export async function forgiveFactorAttempt(
  storage: Storage,
  { projectId }: FactorGuess,
  subjects: readonly string[],
): Promise<void> {
  await giveBack(storage, projectId, subjects)
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
