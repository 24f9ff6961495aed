import { sha256Hex } from '../core/hash.ts'
import { deviceRememberedMs } from '../http/cookies/device-cookie.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord, UserRecord } from '../storage/records.ts'

/**
 * The content of a device cookie: this user has proven this password in this browser. It is sealed, so that nothing has
 * to be stored. It signs no user in; a stolen one only gives the guesses of one known network, at this password.
 */
export interface KnownDevice {
  userId: string
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
    const [userId, passwordDigest, issuedAt, nonce] = JSON.parse(vault.open(sealed, sealingContext(project)))
    return issuedAt + deviceRememberedMs > clock.now() ? { userId, passwordDigest, issuedAt, nonce } : null
  } catch {
    return null
  }
}

/** The device that has proven the user's current password, after `secretsValidAfter`. */
export function findDevice(
  devices: readonly KnownDevice[],
  { id, secretsValidAfter }: Pick<UserRecord, 'id' | 'secretsValidAfter'>,
  passwordHash: string,
): KnownDevice | null {
  const passwordDigest = digestOf(passwordHash)
  const isKnown = (device: KnownDevice): boolean =>
    device.userId === id && device.passwordDigest === passwordDigest && device.issuedAt >= (secretsValidAfter ?? 0)
  return devices.find(isKnown) ?? null
}

/** Starts a new count each time: a correct password clears the guesses, and a value from another caller is replaced. */
export function sealDevice(
  { vault, clock, random }: DeviceContext & Pick<ProviderContext, 'random'>,
  project: ProjectRecord,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): string {
  const nonce = Buffer.from(random.bytes(16)).toString('hex')
  return vault.seal(JSON.stringify([userId, digestOf(passwordHash), clock.now(), nonce]), sealingContext(project))
}
