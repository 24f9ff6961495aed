import { sha256Hex } from '../core/hash.ts'
import { lockoutPolicy } from '../core/limits.ts'
import { parseIdentifier } from '../identifiers/identifier.ts'
import type { GuessedFactor } from '../limits/known-networks.ts'
import type { ProjectSettings, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { type LockoutState, lockedIndefinitely, lockoutSubjectOfUser } from '../storage/verbs.ts'

interface SlotRequest {
  projectId: string
  subject: string
  /** The secret that is guessed at. */
  factor: GuessedFactor
  /** The address or number that the guess named; null for a signed-in user and for a hidden count. */
  identifier: string | null
  now: number
}

/** Where one guess was counted: at a subject, or for the network it came from. */
export type TakenSlot = SubjectSlot | { subject: null; limitKey: string }

/** One guess at one subject, with the part of the count that belongs to the same secret. */
export interface SubjectSlot {
  subject: string
  /** Counts the guesses at this secret alone, and locks nothing. */
  share: string
  /** How many guesses of the subject's count are at this secret, this one included. */
  own: number
  state: LockoutState
}

export function shareOf(subject: string, factor: GuessedFactor): string {
  return `${subject}/factor-${sha256Hex(`${subject}\n${factor}`).slice(0, 32)}`
}

type SlotVerbs = Pick<StorageVerbs, 'lockouts' | 'users' | 'projects'>

const never = 2 ** 31 - 1

/** However many wrong secrets there were, each lock ends. */
const endingPolicy = { ...lockoutPolicy, hardCap: never }

/** Only counts. */
const sharePolicy = { ...lockoutPolicy, threshold: never, hardCap: never }

/** The slot of one guess at one subject, in the transaction of the caller; null when locked. */
export async function takeSlot(tx: SlotVerbs, request: SlotRequest): Promise<SubjectSlot | null> {
  const { projectId, subject, factor, now } = request
  const state = await takeTotal(tx, request)
  if (state === null) return null
  const share = shareOf(subject, factor)
  const counted = await tx.lockouts.countGuess(projectId, share, sharePolicy, now)
  return { subject, share, own: counted?.consecutive ?? 1, state }
}

/** Whether the lock at the hard cap may have no end is decided when it is reached: until then all locks are alike. */
async function takeTotal(tx: SlotVerbs, request: SlotRequest): Promise<LockoutState | null> {
  const { projectId, subject, now } = request
  const taken = await tx.lockouts.countGuess(projectId, subject, lockoutPolicy, now)
  const lock = taken ?? (await tx.lockouts.get(projectId, subject))
  if (lock?.lockedUntil !== lockedIndefinitely || (await mayCloseForGood(tx, request))) return taken
  if (taken) await tx.lockouts.refundGuesses(projectId, subject, 1)
  return tx.lockouts.countGuess(projectId, subject, endingPolicy, now)
}

/**
 * Only where a way to sign in is left that no lock closes; an attacker could lock any other account for good. An
 * address without an account has nothing to reset, and an administrator could not unlock it. In a strict project the
 * end of a visible lock must not reveal who has an account, so it depends on the kind of identifier alone: for a
 * mailbox there is always a link, for a phone number there is not.
 */
async function mayCloseForGood(tx: SlotVerbs, { projectId, subject, identifier }: SlotRequest): Promise<boolean> {
  const settings = (await tx.projects.get(projectId))?.settings
  if (!settings) return true
  if (identifier !== null && settings.enumeration === 'strict')
    return parseIdentifier(identifier).kind === 'email' && hasLinks(settings)
  const ofUsers = lockoutSubjectOfUser('')
  const [userId = ''] = subject.startsWith(ofUsers) ? subject.slice(ofUsers.length).split('/') : []
  const user = userId === '' ? null : await tx.users.get(projectId, userId)
  return user?.registrations.some((one) => isWayIn(one, settings)) ?? false
}

function isWayIn({ kind, verified }: RegistrationRecord, settings: ProjectSettings): boolean {
  const { oauth, webauthn, cryptoWallets } = settings.enabledMethods
  if (kind === 'email') return verified && hasLinks(settings)
  if (kind === 'oauth') return oauth !== false
  if (kind === 'webauthn') return verified && webauthn !== false
  return kind === 'crypto_wallet' && verified && cryptoWallets !== false
}

/** A magic link, or that of a reset. */
function hasLinks({ enabledMethods: { magicLinks, passwords } }: ProjectSettings): boolean {
  return magicLinks || passwords !== false
}
