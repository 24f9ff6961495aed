import type { RefusalBudget } from './audit/refusal-budget.ts'
import type { ProviderConfig } from './config.ts'
import type { Clock, Random } from './core/clock-and-random.ts'
import type { MemoryLimiter } from './core/memory-limiter.ts'
import type { Tracing } from './core/tracing.ts'
import type { Vault } from './core/vault.ts'
import type { DeliveryHealth } from './delivery/delivery-health.ts'
import type { Outbox } from './delivery/outbox/outbox.ts'
import type { ClientAddress } from './http/client-address.ts'
import type { Frame } from './http/pages/frame.ts'
import type { Logger } from './observability/logger.ts'
import type { Metrics } from './observability/metrics.ts'
import type { OutboundFetch } from './outbound/outbound-fetch.ts'
import type { LookupTxt } from './outbound/txt-lookup.ts'
import type { BreachCheck } from './passwords/breach.ts'
import type { PasswordEngine } from './passwords/password-engine.ts'
import type { ProjectCache } from './projects/project-cache.ts'
import type { CaptchaVerifier } from './protection/captcha-verifier.ts'
import type { IssuerKeys } from './signing/issuer-keys.ts'
import type { SigningKeys } from './signing/signing-keys.ts'
import type { ExchangeCode } from './social-login/exchange.ts'
import type { IdentityProviders } from './social-login/providers.ts'
import type { ExchangeOidc } from './sso/exchange-oidc.ts'
import type { Storage } from './storage/storage.ts'

/** The dependencies of all parts of a provider. Each part declares the few that it uses. */
export interface ProviderContext {
  config: ProviderConfig
  /** The public origin, without a trailing slash. */
  baseUrl: string
  storage: Storage
  outbox: Pick<Outbox, 'enqueue' | 'delivers'>
  vault: Vault
  clock: Clock
  random: Random
  logger: Logger
  metrics: Metrics
  tracing: Tracing
  deliveryHealth: DeliveryHealth
  projects: ProjectCache
  signingKeys: SigningKeys
  memoryLimits: MemoryLimiter
  /**
   * Limits of days, apart from `memoryLimits`: callers can create many keys there (one for each IPv6 /64), which evict
   * the oldest ones. No key here is one that a caller can vary freely.
   */
  dayLimits: MemoryLimiter
  refusalBudget: RefusalBudget
  captcha: CaptchaVerifier | null
  passwords: PasswordEngine
  breaches: BreachCheck
  /** For URLs that a project or a client can choose. */
  outbound: OutboundFetch
  lookupTxt: LookupTxt
  /** Domains of short-lived mailboxes, from the operator's list. */
  disposableDomains: ReadonlySet<string>
  issuerKeys: IssuerKeys
  identityProviders: IdentityProviders
  exchangeCode: ExchangeCode
  /** The same for the OIDC connections of organizations. */
  exchangeOidc: ExchangeOidc
  /** The page inside the hidden frame; null if it is not served. */
  frame: Frame | null
  /** True after `prepareStop()`: only the readiness check changes. */
  isStopping(): boolean
  readAddress: (peerAddress: string, forwardedFor: string | null) => ClientAddress
}
