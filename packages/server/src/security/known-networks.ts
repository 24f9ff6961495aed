import type { StorageVerbs } from '../storage/storage.ts'
import { lockoutSubjectOfUser } from '../storage/verbs.ts'
import { sha256Hex } from './hash.ts'

/** How long a network is remembered after the user's last sign-in there. */
const rememberedMs = 90 * 24 * 60 * 60_000

export interface NetworkOfUser {
  projectId: string
  userId: string
  /** The client's network: an IPv4 address, or the /64 of an IPv6 address. */
  prefix: string
  now: number
}

/** Called for every sign-in of the user, but not for an impersonation. */
export function rememberNetwork(tx: Pick<StorageVerbs, 'marks'>, network: NetworkOfUser): Promise<void> {
  return tx.marks.keep(network.projectId, markOf(network), network.now + rememberedMs)
}

/** Has the user signed in from this network before? */
export function isKnownNetwork(storage: Pick<StorageVerbs, 'marks'>, network: NetworkOfUser): Promise<boolean> {
  return storage.marks.has(network.projectId, markOf(network), network.now)
}

/** The lock-out subject of one known network of the account; null for a network without an earlier sign-in. */
export async function networkSubject(
  storage: Pick<StorageVerbs, 'marks'>,
  network: NetworkOfUser,
): Promise<string | null> {
  if (!(await isKnownNetwork(storage, network))) return null
  return `${lockoutSubjectOfUser(network.userId)}/network-${hashOf(network).slice(0, 32)}`
}

function markOf(network: NetworkOfUser): string {
  return `network:${hashOf(network)}`
}

function hashOf({ projectId, userId, prefix }: NetworkOfUser): string {
  return sha256Hex(`${projectId}\n${userId}\n${prefix}`)
}
