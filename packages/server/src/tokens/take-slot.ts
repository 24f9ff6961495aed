import { sha256Hex } from '../core/hash.ts'
import { lockoutPolicy } from '../core/limits.ts'
import { parseIdentifier } from '../identifiers/identifier.ts'
import type { GuessedFactor } from '../limits/known-networks.ts'
import { isMethodEnabled, registrationKinds } from '../methods/methods.ts'
import type { ProjectSettings, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { type LockoutState, lockedIndefinitely, lockoutSubjectOfAccount } from '../storage/verbs.ts'

interface SlotRequest {
  projectId: string
  subject: string
  /** The guessed secret. */
  factor: GuessedFactor
  /** The identifier in the request; null for a signed-in user and for a hidden count. */
  identifier: string | null
  now: number
}

/** Where one guess was counted: at a subject, or for its network. */
export type TakenSlot = SubjectSlot | { subject: null; limitKey: string }

/** One guess at one subject, and how much of its count belongs to the same secret. */
export interface SubjectSlot {
  subject: string
  /** The key of the count for this secret only, which never locks. */
  share: string
  /** The guesses in the subject's count that were at this secret when this one was counted, including it. */
  own: number
  state: LockoutState
}

export function shareKey(subject: string, factor: GuessedFactor): string {
  return `${subject}/factor-${sha256Hex(`${subject}\n${factor}`).slice(0, 32)}`
}

type SlotVerbs = Pick<StorageVerbs, 'lockouts' | 'accounts' | 'projects'>

const never = 2 ** 31 - 1

/** Every lock-out expires, regardless of the number of wrong secrets. */
const endingPolicy = { ...lockoutPolicy, hardCap: never }

/** Counts without locking. */
const sharePolicy = { ...lockoutPolicy, threshold: never, hardCap: never }

/** The slot of one guess at one subject, in the caller's transaction; null if locked out. */
export async function takeSlot(tx: SlotVerbs, request: SlotRequest): Promise<SubjectSlot | null> {
  const { projectId, subject, factor, now } = request
  const state = await takeTotal(tx, request)
  if (state === null) return null
  const share = shareKey(subject, factor)
  const counted = await tx.lockouts.countGuess(projectId, share, sharePolicy, now)
  return { subject, share, own: counted?.consecutive ?? 1, state }
}

/** Whether the lock-out at the hard cap may be indefinite is decided when the cap is reached. */
async function takeTotal(tx: SlotVerbs, request: SlotRequest): Promise<LockoutState | null> {
  const { projectId, subject, now } = request
  const taken = await tx.lockouts.countGuess(projectId, subject, lockoutPolicy, now)
  const lock = taken ?? (await tx.lockouts.get(projectId, subject))
  if (lock?.lockedUntil !== lockedIndefinitely || (await mayLockIndefinitely(tx, request))) return taken
  if (taken) await tx.lockouts.refundGuesses(projectId, { subject, share: subject }, 1)
  return tx.lockouts.countGuess(projectId, subject, endingPolicy, now)
}

/**
 * True only if the user has a factor that no lock-out blocks; otherwise an attacker could lock any account forever. An
 * identifier without an account has nothing to reset, and an operator could not unlock it. In a strict project a visible
 * lock-out must not reveal who has an account, so it depends on the kind of identifier only: an email address always
 * has a link, a phone number does not.
 */
async function mayLockIndefinitely(tx: SlotVerbs, { projectId, subject, identifier }: SlotRequest): Promise<boolean> {
  const settings = (await tx.projects.get(projectId))?.settings
  if (!settings) return true
  if (identifier !== null && settings.enumeration === 'strict')
    return isUnlockedFactor({ kind: parseIdentifier(identifier).kind, verified: true }, settings)
  const userPrefix = lockoutSubjectOfAccount('')
  const [accountId = ''] = subject.startsWith(userPrefix) ? subject.slice(userPrefix.length).split('/') : []
  const account = accountId === '' ? null : await tx.accounts.get(projectId, accountId)
  return account?.registrations.some((one) => isUnlockedFactor(one, settings)) ?? false
}

function isUnlockedFactor(
  { kind, verified }: Pick<RegistrationRecord, 'kind' | 'verified'>,
  settings: ProjectSettings,
): boolean {
  const { signsInWhileLocked = [] } = registrationKinds[kind]
  return verified && signsInWhileLocked.some((method) => isMethodEnabled(settings, method))
}
