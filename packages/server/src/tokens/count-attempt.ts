import { errorTable } from '@latchkey/contract'
import { guessesPerCode } from '../core/limits.ts'
import { ProviderError } from '../core/provider-error.ts'
import { identifierText } from '../identifiers/identifier.ts'
import type { GuessedFactor, GuessSubject } from '../limits/known-networks.ts'
import type { OneTimePurpose, OneTimeRecord, ProjectRecord, UserRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { StorageUnavailableError } from '../storage/storage-error.ts'
import { type LockoutState, lockoutSubjectOfUser } from '../storage/verbs.ts'
import type { NetworkBudget } from './network-budget.ts'
import { shareOf, type TakenSlot, takeSlot } from './take-slot.ts'

/** A subject without a count by network, too: an address that is being added. */
export type CountedSubject = GuessSubject | (Omit<GuessSubject, 'network'> & { network: null })

export type Attempt =
  | { outcome: 'compare'; row: OneTimeRecord; lock: LockoutState | null; slots: TakenSlot[] }
  | { outcome: 'locked'; lock: LockoutState | null }
  /** The account is locked, but the response must not reveal it: the guess is answered as a wrong one. */
  | { outcome: 'hidden_lock'; row: OneTimeRecord }
  /** Too many wrong secrets from this network, at whatever accounts: nothing was counted. */
  | { outcome: 'sprayed'; retryAfterMs: number }
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
 * anything is compared: a guess that is rolled back would not be counted. The only call of its kind.
 */
export async function countAttempt(
  storage: Storage,
  guess: {
    project: ProjectRecord
    methodId: string
    purposes: readonly OneTimePurpose[]
    /** Every count that the guess adds to. */
    subjects: readonly CountedSubject[]
    factor: GuessedFactor
    budget: NetworkBudget
    now: number
  },
): Promise<Attempt> {
  const { project, methodId, purposes, subjects, factor, budget, now } = guess
  try {
    return await storage.transaction(async (tx): Promise<Attempt> => {
      const row = await tx.oneTime.countGuess(project.id, methodId, purposes, guessesPerCode, now)
      if (row === null) throw new NothingCounted({ outcome: 'dead' })
      const of = { projectId: project.id, identifier: row.identifier, factor, budget, now }
      const { outcome, slots, lock, retryAfterMs } = await takeSlots(tx, subjects, of)
      if (outcome === 'locked') throw new NothingCounted({ outcome, lock })
      if (outcome === 'sprayed') throw new NothingCounted({ outcome, retryAfterMs })
      return outcome === 'compare' ? { outcome, row, lock, slots } : { outcome, row }
    })
  } catch (error) {
    // Rolled back on purpose: a guess that is not compared is not counted.
    if (error instanceof NothingCounted) return error.attempt
    throw error
  }
}

/**
 * The slots of one guess, and the strictest lock among them. `locked` if a count that can lock this guess is locked;
 * `hidden_lock` if only a hidden count is: what was counted before it stays counted, as for an address without account.
 */
async function takeSlots(
  tx: StorageVerbs,
  subjects: readonly CountedSubject[],
  guess: {
    projectId: string
    identifier: string | null
    factor: GuessedFactor
    budget: NetworkBudget
    now: number
  },
): Promise<FactorAttempt> {
  const { projectId, budget, now } = guess
  const slots: TakenSlot[] = []
  let lock: LockoutState | null = null
  const { allowed, retryAfterMs } = await tx.limits.consume(projectId, budget.key, budget, now)
  // A network that the user has signed in from with this secret is not closed by others who share it.
  if (!allowed && !subjects.some(({ isKnown }) => isKnown)) return { outcome: 'sprayed', lock, slots, retryAfterMs }
  if (allowed) slots.push({ subject: null, limitKey: budget.key })
  for (const { account, network, isKnown, isHidden } of subjects) {
    for (const subject of network === null ? [account] : [network, account]) {
      const identifier = isHidden ? null : guess.identifier
      const slot = await takeSlot(tx, { ...guess, identifier, subject })
      if (slot === null) {
        if (subject === account && isKnown) continue
        if (isHidden) return { outcome: 'hidden_lock', lock: null, slots, retryAfterMs }
        if (allowed) await tx.limits.refund(projectId, budget.key)
        return { outcome: 'locked', lock: await tx.lockouts.get(projectId, subject), slots, retryAfterMs }
      }
      slots.push(slot)
      if (lock === null || slot.state.lockedUntil !== null) lock = slot.state
    }
  }
  return { outcome: 'compare', lock, slots, retryAfterMs }
}

/**
 * The slot of a guess at a secret that an account keeps, in a transaction that commits before anything is compared.
 * A guess at an address without an account is counted too, so that locks do not reveal who has one.
 */
export async function countSecretIn(
  tx: StorageVerbs,
  guess: {
    project: ProjectRecord
    subjects: readonly CountedSubject[]
    factor: GuessedFactor
    identifier: string
    budget: NetworkBudget
    now: number
  },
): Promise<FactorAttempt> {
  const { project, subjects, ...of } = guess
  return takeSlots(tx, subjects, { projectId: project.id, ...of })
}

/**
 * The secret was right: its own wrong guesses are forgotten. Those at other secrets of the account stay counted,
 * otherwise an attacker who has one factor could guess at another without end.
 */
export async function forgetOwnAttempts(
  tx: Pick<StorageVerbs, 'lockouts' | 'limits'>,
  projectId: string,
  slots: readonly TakenSlot[],
): Promise<void> {
  for (const slot of slots) {
    if (slot.subject === null) await tx.limits.refund(projectId, slot.limitKey)
    else
      for (const subject of [slot.subject, slot.share])
        await tx.lockouts.refundCorrectGuesses(projectId, subject, slot.own)
  }
}

/** The same for secrets that were replaced or proven by another way: a reset link ends guesses at the password. */
export async function forgetAttemptsAt(
  tx: Pick<StorageVerbs, 'lockouts'>,
  projectId: string,
  { subjects, factors }: { subjects: readonly CountedSubject[]; factors: readonly GuessedFactor[] },
): Promise<void> {
  for (const { account, network } of subjects)
    for (const subject of network === null ? [account] : [network, account])
      for (const factor of factors) {
        const share = shareOf(subject, factor)
        const own = (await tx.lockouts.get(projectId, share))?.consecutive ?? 0
        if (own === 0) continue
        await tx.lockouts.refundCorrectGuesses(projectId, subject, own)
        await tx.lockouts.refundCorrectGuesses(projectId, share, own)
      }
}

/**
 * What comes after a slot was taken and decides whether the secret was right. If it fails instead (a full queue, a
 * database that cannot be reached), nothing was guessed, and the slots are given back: ten such failures must not lock
 * an account. Only for work that cannot fail because the secret was wrong: that would be a guess without a count.
 */
export async function refundAttemptOnFailure<T>(
  storage: Storage,
  { projectId, slots }: { projectId: string; slots: readonly TakenSlot[] },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isAnswer = error instanceof ProviderError && errorTable[error.type].status < 500
    if (isAnswer) throw error
    // If the database cannot be reached for this either, the guess stays counted.
    const given = giveBack(storage, projectId, slots).catch(() => {})
    // A request that timed out waiting for the database does not wait for it a second time.
    if (!(error instanceof StorageUnavailableError)) await given
    throw error
  }
}

function giveBack(storage: Storage, projectId: string, slots: readonly TakenSlot[]): Promise<void> {
  return storage.transaction(async (tx) => {
    for (const slot of slots) {
      if (slot.subject === null) await tx.limits.refund(projectId, slot.limitKey)
      else for (const subject of [slot.subject, slot.share]) await tx.lockouts.refundGuesses(projectId, subject, 1)
    }
  })
}

/** A guess at a second factor: the codes of an authenticator, and its recovery codes. */
export interface FactorGuess {
  projectId: string
  userId: string
  subject: GuessSubject
  factor: Extract<GuessedFactor, 'totp' | 'recovery_code'>
  budget: NetworkBudget
  now: number
}

export interface FactorAttempt {
  outcome: 'compare' | 'locked' | 'hidden_lock' | 'sprayed'
  lock: LockoutState | null
  slots: TakenSlot[]
  /** Of a guess from a network that has guessed too often. */
  retryAfterMs: number
}

/**
 * The slot of a guess at a second factor, committed before anything is compared. It is counted twice: at the account,
 * with all its other secrets, and for all networks together, known or not: a caller with the first factor can make
 * any network a known one.
 */
export async function countFactorAttempt(storage: Storage, guess: FactorGuess): Promise<FactorAttempt> {
  const { projectId, userId, subject, factor, budget, now } = guess
  const everywhere: CountedSubject = {
    ...{ account: `${lockoutSubjectOfUser(userId)}/second-factor`, network: null, isKnown: false, isHidden: false },
  }
  try {
    return await storage.transaction(async (tx): Promise<FactorAttempt> => {
      const attempt = await takeSlots(tx, [everywhere, subject], { projectId, identifier: null, factor, budget, now })
      if (attempt.outcome !== 'compare') throw new FactorLocked(attempt)
      return attempt
    })
  } catch (error) {
    if (error instanceof FactorLocked) return { ...error.attempt, slots: [] }
    throw error
  }
}

/** All wrong secrets of an account are forgotten, and with them all locks: an administrator unlocks or deletes it. */
export async function forgetAllAttempts(
  tx: Pick<StorageVerbs, 'lockouts'>,
  { projectId, id, registrations }: Pick<UserRecord, 'projectId' | 'id' | 'registrations'>,
): Promise<void> {
  await tx.lockouts.clearAll(projectId, lockoutSubjectOfUser(id))
  for (const { kind, uniqueKey } of registrations)
    if (kind === 'email' || kind === 'phone_number')
      await tx.lockouts.clearAll(projectId, identifierText({ kind, key: uniqueKey }))
}

/** Right, but spent before: a code that is entered twice is not a guess. */
export async function forgiveFactorAttempt(
  storage: Storage,
  { projectId }: FactorGuess,
  slots: readonly TakenSlot[],
): Promise<void> {
  await giveBack(storage, projectId, slots)
}

class FactorLocked extends Error {
  readonly attempt: FactorAttempt
  constructor(attempt: FactorAttempt) {
    super('locked')
    this.attempt = attempt
  }
}

/** Retry-After of a lock without an end. */
const longestWaitMs = 24 * 60 * 60_000

export function lockError(lock: LockoutState | null, now: number): ProviderError {
  const retryAfterMs = Math.min((lock?.lockedUntil ?? 0) - now, longestWaitMs)
  return new ProviderError('user_lock_limit_reached', { retryAfterMs: Math.max(retryAfterMs, 1_000) })
}
