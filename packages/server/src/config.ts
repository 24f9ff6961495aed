import type { LimitName } from './core/limits.ts'
import type { MasterKey } from './core/vault.ts'
import { WebhookSecretError, webhookKey } from './delivery/webhook-signature.ts'
import type { CaptchaVendor } from './protection/captcha-vendors.ts'

/** What an operator decides for a whole provider. What belongs to one project lives in its settings. */
export interface ProviderConfig {
  /** The public address, without a path. Every link and every issuer is built from it, never from a request. */
  baseUrl: string
  /** The first seals, all open: rotating is putting a new one in front. */
  masterKeys: readonly [MasterKey, ...MasterKey[]]
  /**
   * How many proxies stand in front, or the networks they live in (`10.0.0.0/8`). 0 believes nobody:
   * the address is the socket's.
   */
  trustProxy: number | readonly string[]
  /**
   * The request header in which a trusted proxy puts the ISO 3166 country of the client, such as `cf-ipcountry`.
   * Messages then name the country that a request came from. The proxy must overwrite what clients send.
   */
  countryHeader?: string | undefined
  mode: 'production' | 'development'
  /** Overrides of the default limits, by name; a project's own settings win over these. */
  limits?: Partial<Record<LimitName, { limit: number; windowMs: number }>> | undefined
  /** Requests being answered at once; more wait for their turn. */
  maxInFlight?: number | undefined
  /** How long a request may wait for its turn before it is turned away with 503; 5 s if not said. */
  longestWaitMs?: number | undefined
  /** How long a project's settings may be read from memory; 5 s at most. */
  projectCacheMs?: number | undefined
  /** `users/search` never answers faster than this, so that its time tells nothing. */
  searchFloorMs?: number | undefined
  /** False leaves outbox, sealer and sweeper to whoever calls them (tests do). */
  background?: boolean | undefined
  /** With it `/metrics` asks for `Authorization: Bearer`; without it, it is served in development only. */
  metricsToken?: string | undefined
  /** Where captcha vendors are asked, if not at their usual addresses. */
  captchaUrls?: Partial<Record<CaptchaVendor, string>> | undefined
  /** Secrets that authenticate inbound webhooks; without one the endpoints are not served. */
  hooks?: { secret?: string | undefined; twilioAuthToken?: string | undefined } | undefined
  /** Shown by `/health`. */
  version?: string | undefined
}

const leastKeyBytes = 32
const leastHookSecret = 16

/** Refuses what would run weakly or not at all, naming the key. */
export function checkConfig(config: ProviderConfig): void {
  const url = URL.canParse(config.baseUrl) ? new URL(config.baseUrl) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw wrong('baseUrl', 'is no http(s) address')
  if (url.origin !== config.baseUrl.replace(/\/$/, '')) throw wrong('baseUrl', 'has to be an origin, without a path')
  if (config.mode === 'production' && url.protocol === 'http:' && !isLoopback(url.hostname))
    throw wrong('baseUrl', 'has to be https in production')
  const ids = new Set<string>()
  for (const { id, key } of config.masterKeys) {
    if (!/^[\w-]{1,32}$/.test(id) || ids.has(id)) throw wrong('masterKeys', 'each need an id of their own')
    ids.add(id)
    if (key.length !== leastKeyBytes) throw wrong('masterKeys', `have to be ${leastKeyBytes} bytes`)
    if (new Set(key).size < 8) throw wrong('masterKeys', 'have to be random')
  }
  if (ids.size === 0) throw wrong('masterKeys', 'are missing')
  const { trustProxy } = config
  if (typeof trustProxy === 'number' && (!Number.isInteger(trustProxy) || trustProxy < 0))
    throw wrong('trustProxy', 'is a count of proxies or a list of networks')
  const { countryHeader } = config
  if (countryHeader !== undefined && !/^[a-z0-9-]{1,64}$/i.test(countryHeader))
    throw wrong('countryHeader', 'must be the name of a header')
  const trustsNoProxy = typeof trustProxy === 'number' ? trustProxy === 0 : trustProxy.length === 0
  if (countryHeader !== undefined && trustsNoProxy) throw wrong('countryHeader', 'requires trustProxy')
  for (const [name, secret] of Object.entries(config.hooks ?? {})) {
    if (secret !== undefined && secret.length < leastHookSecret)
      throw wrong(`hooks.${name}`, `needs ${leastHookSecret} characters`)
    if (name === 'secret' && secret !== undefined) checkWebhookSecret(secret)
  }
  for (const [name, entry] of Object.entries(config.limits ?? {})) {
    if (!(entry.limit >= 1 && entry.windowMs >= 1)) throw wrong(`limits.${name}`, 'needs a limit and a window')
  }
}

/** The address links are built from: no trailing slash. */
export function baseUrlOf(config: Pick<ProviderConfig, 'baseUrl'>): string {
  return new URL(config.baseUrl).origin
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

function checkWebhookSecret(secret: string): void {
  try {
    webhookKey(secret)
  } catch (error) {
    throw error instanceof WebhookSecretError ? wrong('hooks.secret', error.message) : error
  }
}

function wrong(key: string, what: string): Error {
  return new Error(`configuration: ${key} ${what}`)
}
