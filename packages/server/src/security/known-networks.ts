import type { StorageVerbs } from '../storage/storage.ts'
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

/**
 * Where a guess is counted: at the account, and at the account for this network. From a known network only its own
 * count can lock, so that a stranger who has locked the account has not locked its owner out.
 */
export interface GuessSubject {
  account: string
  network: string
  isKnown: boolean
}

/** The same work with and without a user, so that its time tells nothing. */
export async function guessSubject(
  storage: Pick<StorageVerbs, 'marks'>,
  account: string,
  network: Omit<NetworkOfUser, 'userId'> & { userId: string | null },
): Promise<GuessSubject> {
  const isKnown = await isKnownNetwork(storage, { ...network, userId: network.userId ?? '' })
  return { account, network: networkSubject(account, network), isKnown }
}

export function networkSubject(
  account: string,
  { projectId, prefix }: Pick<NetworkOfUser, 'projectId' | 'prefix'>,
): string {
  return `${account}/network-${sha256Hex(`${projectId}\n${account}\n${prefix}`).slice(0, 32)}`
}

function markOf(network: NetworkOfUser): string {
  return `network:${hashOf(network)}`
}

function hashOf({ projectId, userId, prefix }: NetworkOfUser): string {
  return sha256Hex(`${projectId}\n${userId}\n${prefix}`)
}
