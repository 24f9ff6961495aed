/** A count within a window of time. */
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
 * Every limit by its name. All can be set for the provider, and all but those of `providerLimits` for a project; they
 * are raised where that is needed (development, benchmarks), never switched off.
 */
export const defaultLimits: Record<LimitName, Limit> = {
  /** In each process's memory; the refresh of a valid session is not counted. */
  requests_per_ip: { limit: 300, windowMs: minute },
  refreshes_per_session: { limit: 60, windowMs: minute },
  event_batches_per_ip: { limit: 600, windowMs: minute },

  strength_checks_per_ip: { limit: 120, windowMs: minute },
  /** Wrong secrets of a project's own servers; right ones are counted by their key. */
  secret_attempts_per_ip: { limit: 30, windowMs: 5 * minute },
  /** New sessions without a password, of users who have begun 20 there in a day: each stores a session and audit rows. */
  sign_ins_per_ip: { limit: 100, windowMs: hour },
  requests_per_secret_key: { limit: 6_000, windowMs: minute },
  requests_per_oauth_client: { limit: 6_000, windowMs: minute },

  /** In the store, exact across processes. */
  sends_per_ip: { limit: 20, windowMs: 15 * minute },
  sends_per_project: { limit: 600, windowMs: minute },
  /** As many again from networks that the owners of the numbers have signed in from. */
  sends_per_phone_prefix: { limit: 30, windowMs: minute },
  /** To one address from one network; three times as many from all networks that its owner never signed in from. */
  sends_per_address: { limit: 5, windowMs: 15 * minute },
  sends_per_address_daily: { limit: 20, windowMs: day },
  password_attempts_per_ip: { limit: 30, windowMs: 5 * minute },
  password_creates_per_ip: { limit: 30, windowMs: 5 * minute },
  /** New accounts that need neither a message nor an identity provider: by password or wallet. */
  accounts_per_ip: { limit: 1_000, windowMs: day },
  /** Wrong passwords and codes at all accounts, from one IPv4 address or the /48 of an IPv6 address. */
  wrong_secrets_per_ip: { limit: 50, windowMs: hour },
  /** Passkeys and wallets: every sign-in page with autofill asks for one. */
  challenges_per_ip: { limit: 300, windowMs: 5 * minute },
  /** From one network, as long as a challenge lives: all that are open can be tried. */
  challenges_per_wallet: { limit: 20, windowMs: 5 * minute },
  /** Requests of applications, each of which is kept until it is answered. */
  authorizations_per_ip: { limit: 300, windowMs: 5 * minute },
  /** Applications that register themselves. */
  registrations_per_ip: { limit: 10, windowMs: hour },
  registrations_per_project: { limit: 300, windowMs: day },
  searches_per_ip: { limit: 10, windowMs: minute },
  searches_per_project: { limit: 300, windowMs: minute },
  /** For one address from one network. */
  searches_per_identifier: { limit: 5, windowMs: hour },
}

/** What guards the process itself, most of it counted before a project is known: set for the provider alone. */
export const providerLimits: readonly LimitName[] = [
  'requests_per_ip',
  'refreshes_per_session',
  'event_batches_per_ip',
  'secret_attempts_per_ip',
  'requests_per_secret_key',
  'requests_per_oauth_client',
]

/** The project's own value, else the provider's, else the default. */
export function limitFor(
  name: LimitName,
  provider: Partial<Record<LimitName, Limit>> | undefined,
  project: Record<string, Limit> | undefined,
): Limit {
  const own = project && Object.hasOwn(project, name) ? project[name] : undefined
  return own ?? provider?.[name] ?? defaultLimits[name]
}

/**
 * Wrong secrets in a row lock an account for an hour, doubling to a day; at the hard cap the lock has no end, where
 * another way in is left. No setting, like the two numbers below: what a guess is worth is the same in every project.
 */
export const lockoutPolicy: { threshold: number; baseMs: number; maxMs: number; hardCap: number } = {
  threshold: 10,
  baseMs: hour,
  maxMs: day,
  hardCap: 100,
}

/** Guesses at one passcode, and wrong verifiers for one link, before it is dead. */
export const guessesPerCode = 5
export const mismatchesPerLink = 5
