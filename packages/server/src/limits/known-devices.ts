import { sha256Hex } from '../core/hash.ts'
import { deviceRememberedMs } from '../http/cookies/device-cookie.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord, ProjectRecord } from '../storage/records.ts'

/**
 * The content of a device cookie: this user has proven this password in this browser. It is sealed, so that nothing has
 * to be stored. It signs no user in; a stolen one only gives the guesses of one known network, at this password.
 */
export interface KnownDevice {
  accountId: string
  /** The epoch of the account: an account that is imported with the id of a deleted one does not continue it. */
  sessionsEpoch: number
  /** Changes with the password: an attacker who knew the old one gets no guesses at the new one. */
  passwordDigest: string
  issuedAt: number
  /** Identifies the count of this browser's guesses. */
  nonce: string
}

function digestOf(passwordHash: string): string {
  return sha256Hex(passwordHash).slice(0, 32)
}

function sealingContext({ id }: ProjectRecord): string {
  return `device:${id}`
}

type DeviceContext = Pick<ProviderContext, 'vault' | 'clock'>

/** Null if the cookie was not issued by this provider, or is too old. */
export function openDevice(
  { vault, clock }: DeviceContext,
  project: ProjectRecord,
  sealed: string,
): KnownDevice | null {
  try {
    // Cookies from before epochs were stored are those of accounts that were never disabled or imported with an id.
    const content = JSON.parse(vault.open(sealed, sealingContext(project)))
    const [accountId, passwordDigest, issuedAt, nonce, sessionsEpoch = 0] = content
    if (issuedAt + deviceRememberedMs <= clock.now()) return null
    return { accountId, passwordDigest, issuedAt, nonce, sessionsEpoch }
  } catch {
    return null
  }
}

/** The device that has proven the user's current password, in the account's epoch and after `secretsValidAfter`. */
export function findDevice(
  devices: readonly KnownDevice[],
  { id, secretsValidAfter, sessionsEpoch }: Pick<AccountRecord, 'id' | 'secretsValidAfter' | 'sessionsEpoch'>,
  passwordHash: string,
): KnownDevice | null {
  const passwordDigest = digestOf(passwordHash)
  const isKnown = (device: KnownDevice): boolean =>
    device.accountId === id &&
    device.sessionsEpoch === sessionsEpoch &&
    device.passwordDigest === passwordDigest &&
    device.issuedAt >= (secretsValidAfter ?? 0)
  return devices.find(isKnown) ?? null
}

/** Starts a new count each time: a correct password clears the guesses, and a value from another caller is replaced. */
export function sealDevice(
  { vault, clock, random }: DeviceContext & Pick<ProviderContext, 'random'>,
  project: ProjectRecord,
  { account, passwordHash }: { account: Pick<AccountRecord, 'id' | 'sessionsEpoch'>; passwordHash: string },
): string {
  const nonce = Buffer.from(random.bytes(16)).toString('hex')
  const content = [account.id, digestOf(passwordHash), clock.now(), nonce, account.sessionsEpoch]
  return vault.seal(JSON.stringify(content), sealingContext(project))
}
