/** A number of uses within a time window. */
export interface Limit {
  limit: number
  windowMs: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export type LimitName =
  | 'requests_per_ip'
  | 'refreshes_per_session'
  | 'event_batches_per_ip'
  | 'sends_per_ip'
  | 'sends_per_project'
  | 'sends_per_phone_prefix'
  | 'sends_per_address'
  | 'sends_per_address_daily'
  | 'password_attempts_per_ip'
  | 'password_creates_per_ip'
  | 'accounts_per_ip'
  | 'sign_ins_per_ip'
  | 'changes_per_ip'
  | 'renewals_per_ip'
  | 'wrong_secrets_per_ip'
  | 'strength_checks_per_ip'
  | 'challenges_per_ip'
  | 'challenges_per_wallet'
  | 'authorizations_per_ip'
  | 'searches_per_ip'
  | 'searches_per_project'
  | 'searches_per_identifier'
  | 'secret_attempts_per_ip'
  | 'requests_per_secret_key'
  | 'requests_per_oauth_client'
  | 'registrations_per_ip'
  | 'registrations_per_project'

/**
 * Every limit by its name. A provider can set all of them, and a project all except those of `providerLimits`.
 * Development and benchmarks raise limits; no setting turns one off.
 */
export const defaultLimits: Record<LimitName, Limit> = {
  /** In each process's memory; the refresh of a valid session is not counted. */
  requests_per_ip: { limit: 300, windowMs: minute },
  refreshes_per_session: { limit: 60, windowMs: minute },
  event_batches_per_ip: { limit: 600, windowMs: minute },

  strength_checks_per_ip: { limit: 120, windowMs: minute },
  /** Wrong secret keys from backends; requests with a valid key count toward `requests_per_secret_key`. */
  secret_attempts_per_ip: { limit: 30, windowMs: 5 * minute },
  /** New sessions without a password, for users who started 20 from this address in a day: each stores a session and audit rows. */
  sign_ins_per_ip: { limit: 100, windowMs: hour },
  /** Changes of factors and long-lived consents, for users who made 20 from this address in a day: each is audited. */
  changes_per_ip: { limit: 100, windowMs: hour },
  /** Renewed refresh tokens, for grants that were renewed 200 times from this address in a day: each stays for 30 days. */
  renewals_per_ip: { limit: 600, windowMs: hour },
  requests_per_secret_key: { limit: 6_000, windowMs: minute },
  requests_per_oauth_client: { limit: 6_000, windowMs: minute },

  /** Counted in the database, exact across processes. */
  sends_per_ip: { limit: 20, windowMs: 15 * minute },
  sends_per_project: { limit: 600, windowMs: minute },
  /** The same number again for networks from which the owners of the numbers have signed in. */
  sends_per_phone_prefix: { limit: 30, windowMs: minute },
  /** To one address from one network; three times as many in total from networks where its owner never signed in. */
  sends_per_address: { limit: 5, windowMs: 15 * minute },
  sends_per_address_daily: { limit: 20, windowMs: day },
  password_attempts_per_ip: { limit: 30, windowMs: 5 * minute },
  password_creates_per_ip: { limit: 30, windowMs: 5 * minute },
  /** New accounts that need neither a message nor an identity provider: by password or wallet. */
  accounts_per_ip: { limit: 1_000, windowMs: day },
  /** Wrong passwords and codes for all accounts, from one IPv4 address or the /48 of an IPv6 address. */
  wrong_secrets_per_ip: { limit: 50, windowMs: hour },
  /** Challenges of passkeys and wallets: every sign-in page with autofill requests one. */
  challenges_per_ip: { limit: 300, windowMs: 5 * minute },
  /** From one network, within the lifetime of a challenge: verification tries all open ones. */
  challenges_per_wallet: { limit: 20, windowMs: 5 * minute },
  /** Authorization requests of client applications, each of which is stored until it is answered. */
  authorizations_per_ip: { limit: 300, windowMs: 5 * minute },
  /** Dynamic registrations of client applications. */
  registrations_per_ip: { limit: 10, windowMs: hour },
  registrations_per_project: { limit: 300, windowMs: day },
  searches_per_ip: { limit: 10, windowMs: minute },
  searches_per_project: { limit: 300, windowMs: minute },
  /** For one address from one network. */
  searches_per_identifier: { limit: 5, windowMs: hour },
}

/** Limits that protect the process. Most are counted before the project is known, so only the provider can set them. */
export const providerLimits: readonly LimitName[] = [
  'requests_per_ip',
  'refreshes_per_session',
  'event_batches_per_ip',
  'secret_attempts_per_ip',
  'requests_per_secret_key',
  'requests_per_oauth_client',
]

/**
 * One customer of an ISP has a /48 of IPv6, with 65,536 networks of /64. A /48 has a second count for the limits that
 * bound stored rows: in a day as many as one IPv4 address, or for rows that expire within an hour a multiple of the
 * limit in its window.
 */
const ofSite: Partial<Record<LimitName, 'day' | number>> = {
  sends_per_ip: 'day',
  password_attempts_per_ip: 'day',
  registrations_per_ip: 'day',
  challenges_per_ip: 10,
  authorizations_per_ip: 2,
  requests_per_ip: 20,
}

/** The second limit, of a whole /48; null for limits without one. */
export function limitOfSite(name: LimitName, { limit, windowMs }: Limit): Limit | null {
  const times = ofSite[name]
  if (times === undefined) return null
  if (times === 'day')
    return { limit: Math.ceil(limit * Math.max(day / windowMs, 1)), windowMs: Math.max(day, windowMs) }
  return { limit: limit * times, windowMs }
}

/** The project's value, else the provider's, else the default. */
export function limitFor(
  name: LimitName,
  provider: Partial<Record<LimitName, Limit>> | undefined,
  project: Record<string, Limit> | undefined,
): Limit {
  const own = project && Object.hasOwn(project, name) ? project[name] : undefined
  return own ?? provider?.[name] ?? defaultLimits[name]
}

/**
 * Consecutive wrong secrets lock an account out for an hour, doubling to a day. At the hard cap the lock-out does not
 * expire if the user has another factor. Not a setting, like the two numbers below: they bound the chance of a guess.
 */
export const lockoutPolicy: { threshold: number; baseMs: number; maxMs: number; hardCap: number } = {
  threshold: 10,
  baseMs: hour,
  maxMs: day,
  hardCap: 100,
}

/** Wrong guesses after which a passcode, and wrong code verifiers after which a link, stops working. */
export const guessesPerCode = 5
export const mismatchesPerLink = 5
