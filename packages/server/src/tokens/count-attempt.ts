import { guessesPerCode, lockoutPolicy } from '../security/limits.ts'
import type { OneTimePurpose, OneTimeRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { type LockoutState, lockoutSubjectOfUser } from '../storage/verbs.ts'

/** Whose wrong secrets are counted together: the account, or the identifier of one that does not exist yet. */
export function lockoutSubject(userId: string | null, identifier: string): string {
  return userId === null ? identifier : lockoutSubjectOfUser(userId)
}

export type Attempt =
  | { outcome: 'compare'; row: OneTimeRecord; lock: LockoutState }
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
  guess: { projectId: string; methodId: string; purposes: readonly OneTimePurpose[]; subject: string; now: number },
): Promise<Attempt> {
  const { projectId, methodId, purposes, subject, now } = guess
  try {
    return await storage.transaction(async (tx): Promise<Attempt> => {
      const row = await tx.oneTime.takeGuess(projectId, methodId, purposes, guessesPerCode, now)
      if (row === null) throw new NothingCounted({ outcome: 'dead' })
      const lock = await tx.lockouts.takeSlot(projectId, subject, lockoutPolicy, now)
      if (lock === null)
        throw new NothingCounted({ outcome: 'locked', lock: await tx.lockouts.state(projectId, subject) })
      return { outcome: 'compare', row, lock }
    })
  } catch (error) {
    // Rolled back on purpose: a guess that is not evaluated costs nobody anything.
    if (error instanceof NothingCounted) return error.attempt
    throw error
  }
}
