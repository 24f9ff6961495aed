import type { AuthenticationFactor } from '@latchkey/contract'
import { sha256Hex } from '../core/hash.ts'
import type { OneTimePurpose } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { lockoutSubjectOfUser } from '../storage/verbs.ts'

/** How long a network is remembered after the user's last sign-in there. */
const rememberedMs = 90 * 24 * 60 * 60_000

export interface NetworkOfUser {
  projectId: string
  userId: string
  /** The client's network: an IPv4 address, or the /64 of an IPv6 address. */
  prefix: string
  now: number
}

/** A secret that can be guessed: which of an account's secrets it is, and for a passcode how and where it was sent. */
export type GuessedFactor = 'password' | 'totp' | 'recovery_code' | `${OneTimePurpose}:${string}`

/** Called for every sign-in of the user, but not for an impersonation. */
export async function rememberNetwork(
  tx: Pick<StorageVerbs, 'usedNonces'>,
  network: NetworkOfUser,
  proven: readonly AuthenticationFactor[],
): Promise<void> {
  const factors = proven.map(guessable).filter((factor) => factor !== null)
  for (const factor of [null, ...factors])
    await tx.usedNonces.remember(network.projectId, keyOfNetwork(network, factor), network.now + rememberedMs)
}

/** Has the user signed in from this network before? With a factor: by this factor? */
export function isKnownNetwork(
  storage: Pick<StorageVerbs, 'usedNonces'>,
  network: NetworkOfUser,
  factor: GuessedFactor | null = null,
): Promise<boolean> {
  return storage.usedNonces.has(network.projectId, keyOfNetwork(network, factor), network.now)
}

/**
 * What the proof of a factor makes its network known for: guesses at the same secret, no other. An attacker who has one
 * factor could otherwise guess at another from as many networks as they sign in from. A link proves the mailbox.
 */
function guessable(proof: AuthenticationFactor): GuessedFactor | null {
  const { type, delivery_method: channel, email_factor: email, phone_number_factor: phone } = proof
  if (type === 'password') return 'password'
  if (email && (type === 'magic_link' || type === 'otp')) return `otp_email:email:${email.email_address}`
  if (phone && type === 'otp')
    return `${channel === 'sms' ? 'otp_sms' : 'otp_whatsapp'}:phone_number:${phone.phone_number}`
  return null
}

/**
 * Where a guess is counted: at the account, and at the account for this network. From a known network only its own
 * count can lock, so that a stranger who has locked the account has not locked its owner out.
 */
export interface GuessSubject {
  account: string
  network: string
  isKnown: boolean
  /** Its lock is not shown: the guess is answered as a wrong one. */
  isHidden: boolean
}

export interface Guess extends Omit<NetworkOfUser, 'userId'> {
  /** Null if the identifier belongs to no account. */
  userId: string | null
  factor: GuessedFactor
  identifier: string
  isStrict: boolean
}

/**
 * All guesses at an account share one count, whatever they name. A strict project must not reveal by a lock that an
 * address and a number belong to one account, or to any: what is shown there is counted by identifier alone, and the
 * account's own count is hidden. The same work with and without a user, so that its time reveals nothing.
 */
export async function guessSubjects(storage: Pick<StorageVerbs, 'usedNonces'>, guess: Guess): Promise<GuessSubject[]> {
  const { userId, identifier, isStrict } = guess
  const isKnown = await isKnownNetwork(storage, { ...guess, userId: userId ?? '' }, guess.factor)
  const of = (account: string, isHidden: boolean): GuessSubject => ({
    ...{ account, isKnown, isHidden },
    network: networkSubject(account, guess),
  })
  if (!isStrict) return [of(userId === null ? identifier : lockoutSubjectOfUser(userId), false)]
  const account = userId === null ? `${identifier}/no-account` : lockoutSubjectOfUser(userId)
  return [of(identifier, false), of(account, true)]
}

/**
 * The same guess from a browser in which the user has proven this password: it has a count of its own on every network,
 * which neither strangers nor others on its network can use up.
 */
export function atKnownDevice(subject: GuessSubject, projectId: string, nonce: string): GuessSubject {
  const { account } = subject
  return { ...subject, isKnown: true, network: networkSubject(account, { projectId, prefix: `device ${nonce}` }) }
}

/** Of a guess by a signed-in user, whose account it is. */
export async function ownSubject(
  storage: Pick<StorageVerbs, 'usedNonces'>,
  network: NetworkOfUser,
  factor: GuessedFactor | null = null,
): Promise<GuessSubject> {
  const account = lockoutSubjectOfUser(network.userId)
  const isKnown = await isKnownNetwork(storage, network, factor)
  return { account, network: networkSubject(account, network), isKnown, isHidden: false }
}

function networkSubject(account: string, { projectId, prefix }: Pick<NetworkOfUser, 'projectId' | 'prefix'>): string {
  return `${account}/network-${sha256Hex(`${projectId}\n${account}\n${prefix}`).slice(0, 32)}`
}

function keyOfNetwork({ projectId, userId, prefix }: NetworkOfUser, factor: GuessedFactor | null): string {
  const parts = [projectId, userId, prefix, ...(factor === null ? [] : [factor])]
  return `network:${sha256Hex(parts.join('\n'))}`
}
