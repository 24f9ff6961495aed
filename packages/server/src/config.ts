import type { LimitName } from './core/limits.ts'
import type { MasterKey } from './core/vault.ts'
import { WebhookSecretError, webhookKey } from './delivery/webhook-signature.ts'
import type { CaptchaVendor } from './protection/captcha-vendors.ts'

/** The settings of a whole provider. The settings of a project are in its own record. */
export interface ProviderConfig {
  /** The public origin. All links and issuers are built from it, never from a request. */
  baseUrl: string
  /** The first key seals, all keys open: to rotate, add a new key at the start. */
  masterKeys: readonly [MasterKey, ...MasterKey[]]
  /**
   * The number of proxies in front of the provider, or their networks (`10.0.0.0/8`). With 0 the client address is the
   * peer address of the socket, and `X-Forwarded-For` is ignored.
   */
  trustProxy: number | readonly string[]
  /**
   * The request header in which a trusted proxy puts the ISO 3166 country of the client, such as `cf-ipcountry`.
   * Messages then name the country that a request came from. The proxy must overwrite what clients send.
   */
  countryHeader?: string | undefined
  /**
   * Whether the spans of a request continue the trace in its `traceparent` header, if a trusted proxy passed it on. The
   * proxy must overwrite what clients send: otherwise any client decides which of its requests are traced.
   *
   * @default false
   */
  trustTraceparent?: boolean | undefined
  mode: 'production' | 'development'
  /** Overrides of the default limits, by name; a project's own settings win over these. */
  limits?: Partial<Record<LimitName, { limit: number; windowMs: number }>> | undefined
  /** Requests that are handled at the same time; further ones wait. */
  maxInFlight?: number | undefined
  /** How long a request may wait before it gets a 503. Defaults to 5 s. */
  longestWaitMs?: number | undefined
  /** How long the settings of a project may be cached. At most 5 s. */
  projectCacheMs?: number | undefined
  /** The minimum duration of `users/search`, so that its timing reveals nothing. */
  searchFloorMs?: number | undefined
  /** False: the caller runs the outbox, the sealer and the sweeper (as tests do). */
  background?: boolean | undefined
  /** The bearer token for `/metrics`. Without one, `/metrics` is served in development only. */
  metricsToken?: string | undefined
  /** Overrides the verification URLs of captcha vendors. */
  captchaUrls?: Partial<Record<CaptchaVendor, string>> | undefined
  /** Secrets that authenticate inbound webhooks; without them these endpoints respond with 404. */
  hooks?: { secret?: string | undefined; twilioAuthToken?: string | undefined } | undefined
  /** What an operator types to start the command line, for messages with a command. Defaults to `latchkey`. */
  commandLine?: string | undefined
  /** Shown by `/health`. */
  version?: string | undefined
}

const keyBytes = 32
const minHookSecretLength = 16

/** Throws if the configuration is insecure or cannot work; the message names the key. */
export function checkConfig(config: ProviderConfig): void {
  const url = URL.canParse(config.baseUrl) ? new URL(config.baseUrl) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw invalid('baseUrl', 'must be an http(s) URL')
  if (url.origin !== config.baseUrl.replace(/\/$/, '')) throw invalid('baseUrl', 'must be an origin, without a path')
  if (config.mode === 'production' && url.protocol === 'http:' && !isLoopback(url.hostname))
    throw invalid('baseUrl', 'must use https in production')
  const ids = new Set<string>()
  for (const { id, key } of config.masterKeys) {
    if (!/^[\w-]{1,32}$/.test(id) || ids.has(id))
      throw invalid('masterKeys', 'must have unique ids of 1 to 32 letters, digits, _ or -')
    ids.add(id)
    if (key.length !== keyBytes) throw invalid('masterKeys', `must be ${keyBytes} bytes long`)
    if (new Set(key).size < 8) throw invalid('masterKeys', 'must be random')
  }
  if (ids.size === 0) throw invalid('masterKeys', 'must not be empty')
  const { trustProxy } = config
  if (typeof trustProxy === 'number' && (!Number.isInteger(trustProxy) || trustProxy < 0))
    throw invalid('trustProxy', 'must be a number of proxies or a list of networks')
  const { countryHeader } = config
  if (countryHeader !== undefined && !/^[a-z0-9-]{1,64}$/i.test(countryHeader))
    throw invalid('countryHeader', 'must be the name of a header')
  const trustsNoProxy = typeof trustProxy === 'number' ? trustProxy === 0 : trustProxy.length === 0
  if (countryHeader !== undefined && trustsNoProxy) throw invalid('countryHeader', 'requires trustProxy')
  if (config.trustTraceparent && trustsNoProxy) throw invalid('trustTraceparent', 'requires trustProxy')
  for (const [name, secret] of Object.entries(config.hooks ?? {})) {
    if (secret !== undefined && secret.length < minHookSecretLength)
      throw invalid(`hooks.${name}`, `must have at least ${minHookSecretLength} characters`)
    if (name === 'secret' && secret !== undefined) checkWebhookSecret(secret)
  }
  for (const [name, entry] of Object.entries(config.limits ?? {})) {
    if (!(entry.limit >= 1 && entry.windowMs >= 1))
      throw invalid(`limits.${name}`, 'must have a limit and a windowMs of at least 1')
  }
}

/** The origin that links are built from, without a trailing slash. */
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
    throw error instanceof WebhookSecretError ? invalid('hooks.secret', error.message) : error
  }
}

function invalid(key: string, problem: string): Error {
  return new Error(`configuration: ${key} ${problem}`)
}
