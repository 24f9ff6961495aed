import { errorTable } from '@latchkey/contract'
import { guessesPerCode } from '../core/limits.ts'
import { ProviderError } from '../core/provider-error.ts'
import { identifierText } from '../identifiers/identifier.ts'
import type { GuessedFactor, GuessSubject } from '../limits/known-networks.ts'
import type { SecondFactorSecret } from '../methods/methods.ts'
import { inRealm, type Realm } from '../storage/realm.ts'
import type { AccountRecord, OneTimePurpose, OneTimeRecord, ProjectRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { StorageUnavailableError } from '../storage/storage-error.ts'
import { type CountedPart, type LockoutState, lockoutSubjectOfAccount } from '../storage/verbs.ts'
import type { NetworkBudget } from './network-budget.ts'
import { type SubjectSlot, shareKey, type TakenSlot, takeSlot } from './take-slot.ts'

/** Also a subject without a count by network: an identifier that is being added. */
export type CountedSubject = GuessSubject | (Omit<GuessSubject, 'network'> & { network: null })

export type Attempt =
  | { outcome: 'compare'; row: OneTimeRecord; lock: LockoutState | null; slots: TakenSlot[] }
  | { outcome: 'locked'; lock: LockoutState | null }
  /** The account is locked out, but the response must not reveal it: the guess gets the response of a wrong one. */
  | { outcome: 'hidden_lock'; row: OneTimeRecord }
  /** Too many wrong secrets from this network, for any accounts: nothing was counted. */
  | { outcome: 'sprayed'; retryAfterMs: number }
  /** Used, expired, voided or out of guesses: nothing was counted. */
  | { outcome: 'dead' }

class NothingCounted extends Error {
  readonly attempt: Attempt
  constructor(attempt: Attempt) {
    super('nothing counted')
    this.attempt = attempt
  }
}

/**
 * Counts one guess, at the passcode and at the account, in its own transaction that commits before anything is
 * compared: a guess that is rolled back would not be counted. No other function counts guesses at passcodes.
 */
export async function countAttempt(
  storage: Storage,
  guess: {
    project: ProjectRecord
    methodId: string
    purposes: readonly OneTimePurpose[]
    /** Every count that includes the guess. */
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
      const slotOptions = { projectId: project.id, identifier: row.identifier, factor, budget, now }
      const { outcome, slots, lock, retryAfterMs } = await takeSlots(tx, subjects, slotOptions)
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
 * The slots of one guess, and the strictest lock-out among them. `locked` if a visible count is locked out;
 * `hidden_lock` if only a hidden one is: earlier counts stay, as for an identifier without an account.
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
  // A known network for this secret is not blocked by other users of the network.
  if (!allowed && !subjects.some(({ isKnown }) => isKnown)) return { outcome: 'sprayed', lock, slots, retryAfterMs }
  if (allowed) slots.push({ subject: null, limitKey: budget.key })
  for (const { account, network, isKnown, isHidden } of subjects) {
    for (const subject of network === null ? [account] : [network, account]) {
      const identifier = isHidden ? null : guess.identifier
      const slot = await takeSlot(tx, { ...guess, identifier, subject })
      if (slot === null) {
        if (subject === account && isKnown) continue
        if (isHidden) return { outcome: 'hidden_lock', lock: null, slots, retryAfterMs }
        // A guess that is not compared is not counted: otherwise owners who try during a lock-out would extend it.
        await refundSlotsIn(tx, projectId, slots)
        return { outcome: 'locked', lock: await tx.lockouts.get(projectId, subject), slots: [], retryAfterMs }
      }
      slots.push(slot)
      if (lock === null || slot.state.lockedUntil !== null) lock = slot.state
    }
  }
  return { outcome: 'compare', lock, slots, retryAfterMs }
}

/**
 * The slot of a guess at a stored secret of an account, in a transaction that commits before anything is compared. A
 * guess at an identifier without an account is counted too, so that lock-outs do not reveal which accounts exist.
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
  const { project, subjects, ...rest } = guess
  return takeSlots(tx, subjects, { projectId: project.id, ...rest })
}

/**
 * After a correct secret: clears the wrong guesses at it. Those at other secrets of the account stay, because an attacker
 * who has one factor could otherwise guess another one without a limit.
 */
export async function forgetOwnAttempts(
  tx: Pick<StorageVerbs, 'lockouts' | 'limits'>,
  projectId: string,
  slots: readonly TakenSlot[],
): Promise<void> {
  for (const slot of slots) {
    if (slot.subject === null) await tx.limits.refund(projectId, slot.limitKey)
    else await tx.lockouts.refundCorrectGuesses(projectId, countsOf(slot), slot.own)
  }
}

function countsOf({ subject, share }: SubjectSlot): CountedPart {
  return { subject, share }
}

/** More than any count. */
const allGuesses = 2 ** 31 - 1

/** The same for secrets that were replaced or proven in another way: a reset link clears guesses at the password. */
export async function forgetAttemptsAt(
  tx: Pick<StorageVerbs, 'lockouts'>,
  projectId: string,
  { subjects, factors }: { subjects: readonly CountedSubject[]; factors: readonly GuessedFactor[] },
): Promise<void> {
  for (const { account, network } of subjects)
    for (const subject of network === null ? [account] : [network, account])
      for (const factor of factors)
        await tx.lockouts.refundCorrectGuesses(projectId, { subject, share: shareKey(subject, factor) }, allGuesses)
}

/**
 * Runs the work that decides whether the secret was correct. If it fails instead (a full queue, an unreachable
 * database), nothing was guessed, and the slots are refunded: ten such failures must not lock an account out. Only for
 * work that cannot fail because the secret was wrong: that would be a guess without a count.
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
    // If the database cannot be reached for the refund, the guess stays counted.
    const refund = refundSlots(storage, projectId, slots).catch(() => {})
    // A request that timed out waiting for the database does not wait for it a second time.
    if (!(error instanceof StorageUnavailableError)) await refund
    throw error
  }
}

function refundSlots(storage: Storage, projectId: string, slots: readonly TakenSlot[]): Promise<void> {
  return storage.transaction((tx) => refundSlotsIn(tx, projectId, slots))
}

async function refundSlotsIn(
  tx: Pick<StorageVerbs, 'limits' | 'lockouts'>,
  projectId: string,
  slots: readonly TakenSlot[],
): Promise<void> {
  for (const slot of slots) {
    if (slot.subject === null) await tx.limits.refund(projectId, slot.limitKey)
    else await tx.lockouts.refundGuesses(projectId, countsOf(slot), 1)
  }
}

/** A guess at a second factor. */
export interface FactorGuess {
  projectId: string
  accountId: string
  subject: GuessSubject
  factor: SecondFactorSecret
  budget: NetworkBudget
  now: number
}

export interface FactorAttempt {
  outcome: 'compare' | 'locked' | 'hidden_lock' | 'sprayed'
  lock: LockoutState | null
  slots: TakenSlot[]
  /** Only for a guess from a network that has guessed too often. */
  retryAfterMs: number
}

/** The count of all guesses at the second factors of an account, from all networks. */
export function secondFactorSubject(accountId: string): CountedSubject {
  const account = `${lockoutSubjectOfAccount(accountId)}/second-factor`
  return { account, network: null, isKnown: false, isHidden: false }
}

/**
 * The slots of a guess at a second factor, committed before anything is compared. It is counted at the account, with all
 * its other secrets, and in addition for all networks together: a caller with the first factor can make any network a
 * known one.
 */
export async function countFactorAttempt(storage: Storage, guess: FactorGuess): Promise<FactorAttempt> {
  const { projectId, accountId, subject, factor, budget, now } = guess
  const allNetworks = secondFactorSubject(accountId)
  try {
    return await storage.transaction(async (tx): Promise<FactorAttempt> => {
      const attempt = await takeSlots(tx, [allNetworks, subject], { projectId, identifier: null, factor, budget, now })
      if (attempt.outcome !== 'compare') throw new FactorLocked(attempt)
      return attempt
    })
  } catch (error) {
    if (error instanceof FactorLocked) return { ...error.attempt, slots: [] }
    throw error
  }
}

/** Clears all wrong secrets and lock-outs of an account, when an operator unlocks or deletes it. */
export async function forgetAllAttempts(
  tx: Pick<StorageVerbs, 'lockouts'>,
  account: Pick<AccountRecord, keyof Realm | 'id' | 'registrations'>,
): Promise<void> {
  const { projectId, id, registrations } = account
  await tx.lockouts.clearAll(projectId, lockoutSubjectOfAccount(id))
  for (const { kind, uniqueKey } of registrations)
    if (kind === 'email' || kind === 'phone_number')
      await tx.lockouts.clearAll(projectId, inRealm(account, identifierText({ kind, key: uniqueKey })))
}

/** For a correct code that was used before: entering it twice is not a guess. */
export async function forgiveFactorAttempt(
  storage: Storage,
  { projectId }: FactorGuess,
  slots: readonly TakenSlot[],
): Promise<void> {
  await refundSlots(storage, projectId, slots)
}

class FactorLocked extends Error {
  readonly attempt: FactorAttempt
  constructor(attempt: FactorAttempt) {
    super('locked')
    this.attempt = attempt
  }
}

/** `Retry-After` of a lock-out that does not expire. */
const longestWaitMs = 24 * 60 * 60_000

/** The caller audits the rejection, with what was guessed. */
export function lockError(lock: LockoutState | null, now: number): ProviderError {
  const retryAfterMs = Math.min((lock?.lockedUntil ?? 0) - now, longestWaitMs)
  const options = { retryAfterMs: Math.max(retryAfterMs, 1_000), isAudited: true }
  return new ProviderError('user_lock_limit_reached', options)
}
