import { parseIdentifier } from '../identity/identifier.ts'
import { lockoutPolicy } from '../security/limits.ts'
import type { ProjectSettings, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { type LockoutState, lockedWithoutEnd, lockoutSubjectOfUser } from '../storage/verbs.ts'

interface SlotWish {
  projectId: string
  subject: string
  /** Where the guess was made; null where it is somebody's who is signed in. */
  identifier: string | null
  now: number
}

type SlotVerbs = Pick<StorageVerbs, 'lockouts' | 'users' | 'projects'>

/** However many wrong secrets there were, each lock ends. */
const endingPolicy = { ...lockoutPolicy, hardCap: 2 ** 31 - 1 }

/**
 * The slot of one guess at one subject, in the transaction of the caller; null when locked. Whether the lock at the
 * hard cap may have no end is asked when there is one: until then everybody's is the same.
 */
export async function takeSlot(tx: SlotVerbs, wish: SlotWish): Promise<LockoutState | null> {
  const { projectId, subject, now } = wish
  const taken = await tx.lockouts.takeSlot(projectId, subject, lockoutPolicy, now)
  const lock = taken ?? (await tx.lockouts.state(projectId, subject))
  if (lock?.lockedUntil !== lockedWithoutEnd || (await mayCloseForGood(tx, wish))) return taken
  if (taken) await tx.lockouts.forgive(projectId, subject, 1)
  return tx.lockouts.takeSlot(projectId, subject, endingPolicy, now)
}

/**
 * Only where a way in is left that no lock closes; everybody else could be shut out by whoever guesses often enough.
 * A newcomer has no account to reset, and no administrator could name it. In a strict project the end of a lock must
 * not tell who has an account, so there it is the same for all who are guessed at by the same kind of identifier: a
 * mailbox is the way back in for everybody, a phone number for nobody.
 */
async function mayCloseForGood(tx: SlotVerbs, { projectId, subject, identifier }: SlotWish): Promise<boolean> {
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
