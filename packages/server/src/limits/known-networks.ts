import type { AuthenticationFactor } from '@latchkey/contract'
import { sha256Hex } from '../core/hash.ts'
import type { Limit } from '../core/limits.ts'
import type { MemoryLimiter } from '../core/memory-limiter.ts'
import { siteOf } from '../http/client-address.ts'
import type { GuessedSecret } from '../methods/methods.ts'
import { inRealm, type Realm } from '../storage/realm.ts'
import type { OneTimePurpose } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { lockoutSubjectOfAccount } from '../storage/verbs.ts'

/** How long a network is remembered after the user's last sign-in there. */
const rememberedMs = 90 * 24 * 60 * 60_000

const day = 24 * 60 * 60_000
/**
 * A /48 of IPv6 has 65,536 networks, each of which would be stored for every user. So many new ones of a user, and of
 * all users, are remembered in a day. An IPv4 address is one network.
 */
export const newNetworksOfAccount: Limit = { limit: 20, windowMs: day }
export const newNetworksOfSite: Limit = { limit: 5_000, windowMs: day }

export interface NetworkOfAccount {
  projectId: string
  accountId: string
  /** The client's network: an IPv4 address, or the /64 of an IPv6 address. */
  prefix: string
  now: number
  /** Earlier sign-ins do not count: another user may have made them. Defaults to 0. */
  since?: number
}

/** A secret that can be guessed; for a passcode with its channel and recipient. */
export type GuessedFactor = GuessedSecret | `${OneTimePurpose}:${string}`

/** Called for every sign-in of the user, except impersonations. */
export async function rememberNetwork(
  tx: Pick<StorageVerbs, 'usedNonces'>,
  network: NetworkOfAccount,
  proven: readonly AuthenticationFactor[],
  dayLimits: Pick<MemoryLimiter, 'take'>,
): Promise<void> {
  if (!(await isRemembered(tx, network, dayLimits))) return
  const factors = proven.map(guessable).filter((factor) => factor !== null)
  for (const factor of [null, ...factors])
    await tx.usedNonces.remember(network.projectId, keyOfNetwork(network, factor), network.now + rememberedMs)
}

async function isRemembered(
  tx: Pick<StorageVerbs, 'usedNonces'>,
  network: NetworkOfAccount,
  dayLimits: Pick<MemoryLimiter, 'take'>,
): Promise<boolean> {
  const { projectId, accountId, prefix } = network
  const site = siteOf(prefix)
  if (site === prefix || (await isKnownNetwork(tx, network))) return true
  const key = `networks:${projectId}:${site}`
  return (
    dayLimits.take(`${key}:${accountId}`, newNetworksOfAccount) === null &&
    dayLimits.take(key, newNetworksOfSite) === null
  )
}

/** Whether the user has signed in from this network before; with `factor`, by that factor. */
export function isKnownNetwork(
  storage: Pick<StorageVerbs, 'usedNonces'>,
  network: NetworkOfAccount,
  factor: GuessedFactor | null = null,
): Promise<boolean> {
  const { projectId, now, since = 0 } = network
  // A row expires 90 days after the last sign-in from the network, so its end shows the time of that sign-in.
  const mustOutlive = Math.max(now, since - 1 + rememberedMs)
  return storage.usedNonces.has(projectId, keyOfNetwork(network, factor), mustOutlive)
}

/**
 * A proven factor makes the network known only for guesses at the same secret. Otherwise an attacker who has one factor
 * could guess another one from as many networks as they sign in from. A link proves the mailbox.
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
 * The counts of a guess: of the account, and of the account for this network. From a known network only the latter can
 * lock, so that an attacker who locks the account does not lock its owner out.
 */
export interface GuessSubject {
  account: string
  network: string
  isKnown: boolean
  /** Its lock-out is not revealed: the guess gets the response of a wrong one. */
  isHidden: boolean
}

export interface Guess extends Omit<NetworkOfAccount, 'accountId'>, Realm {
  /** Null if no account has the identifier. */
  accountId: string | null
  factor: GuessedFactor
  identifier: string
  isStrict: boolean
}

/**
 * All guesses at an account share one count, regardless of the identifier. In a strict project a lock-out must not reveal
 * that two identifiers belong to one account, or that an account exists: there the visible count is that of the
 * identifier, and the account's count is hidden. The same work without a user, so that the timing reveals nothing.
 */
export async function guessSubjects(storage: Pick<StorageVerbs, 'usedNonces'>, guess: Guess): Promise<GuessSubject[]> {
  const { accountId, isStrict } = guess
  const identifier = inRealm(guess, guess.identifier)
  const isKnown = await isKnownNetwork(storage, { ...guess, accountId: accountId ?? '' }, guess.factor)
  const subjectFor = (account: string, isHidden: boolean): GuessSubject => ({
    ...{ account, isKnown, isHidden },
    network: networkSubject(account, guess),
  })
  if (!isStrict) return [subjectFor(accountId === null ? identifier : lockoutSubjectOfAccount(accountId), false)]
  const account = accountId === null ? `${identifier}/no-account` : lockoutSubjectOfAccount(accountId)
  return [subjectFor(identifier, false), subjectFor(account, true)]
}

/**
 * The same guess from a browser in which the user has proven this password. The browser has its own count on every
 * network, which neither attackers nor other users of its network can use up.
 */
export function atKnownDevice(subject: GuessSubject, projectId: string, nonce: string): GuessSubject {
  const { account } = subject
  return { ...subject, isKnown: true, network: networkSubject(account, { projectId, prefix: `device ${nonce}` }) }
}

/** For a guess of a signed-in user at their own account. */
export async function ownSubject(
  storage: Pick<StorageVerbs, 'usedNonces'>,
  network: NetworkOfAccount,
  factor: GuessedFactor | null = null,
): Promise<GuessSubject> {
  const account = lockoutSubjectOfAccount(network.accountId)
  const isKnown = await isKnownNetwork(storage, network, factor)
  return { account, network: networkSubject(account, network), isKnown, isHidden: false }
}

function networkSubject(
  account: string,
  { projectId, prefix }: Pick<NetworkOfAccount, 'projectId' | 'prefix'>,
): string {
  return `${account}/network-${sha256Hex(`${projectId}\n${account}\n${prefix}`).slice(0, 32)}`
}

function keyOfNetwork({ projectId, accountId, prefix }: NetworkOfAccount, factor: GuessedFactor | null): string {
  const parts = [projectId, accountId, prefix, ...(factor === null ? [] : [factor])]
  return `network:${sha256Hex(parts.join('\n'))}`
}
