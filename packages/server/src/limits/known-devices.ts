import { sha256Hex } from '../core/hash.ts'
import { deviceRememberedMs } from '../http/device-cookie.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord, UserRecord } from '../storage/records.ts'

/**
 * What a device cookie says: in this browser this user has proven this password. It is sealed, so that nothing has to be
 * stored for it. It signs no user in; a stolen one gives the guesses of one known network, and only at this password.
 */
export interface KnownDevice {
  userId: string
  /** Changes with the password: who knew the old one gets no guesses at the new one. */
  passwordDigest: string
  issuedAt: number
  /** Names the count of this browser's guesses. */
  nonce: string
}

function digestOf(passwordHash: string): string {
  return sha256Hex(passwordHash).slice(0, 32)
}

function sealingContext({ id }: ProjectRecord): string {
  return `device:${id}`
}

type DeviceContext = Pick<ProviderContext, 'vault' | 'clock'>

/** Null for a cookie that is not ours, or too old. */
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

/** The device that has proven the user's present password, since the account last voided what was issued for it. */
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

/** A new count each time: a right password takes back the guesses at it, and a value set by another is not kept. */
export function sealDevice(
  { vault, clock, random }: DeviceContext & Pick<ProviderContext, 'random'>,
  project: ProjectRecord,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): string {
  const nonce = Buffer.from(random.bytes(16)).toString('hex')
  return vault.seal(JSON.stringify([userId, digestOf(passwordHash), clock.now(), nonce]), sealingContext(project))
}
