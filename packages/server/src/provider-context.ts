import type { RefusalBudget } from './audit/refusal-budget.ts'
import type { ProviderConfig } from './config.ts'
import type { Clock, Random } from './core/clock-and-random.ts'
import type { MemoryLimiter } from './core/memory-limiter.ts'
import type { Vault } from './core/vault.ts'
import type { DeliveryHealth } from './delivery/delivery-health.ts'
import type { Outbox } from './delivery/outbox.ts'
import type { ClientAddress } from './http/client-address.ts'
import type { Frame } from './http/frame.ts'
import type { Logger } from './observability/logger.ts'
import type { Metrics } from './observability/metrics.ts'
import type { OutboundFetch } from './outbound/outbound-fetch.ts'
import type { BreachCheck } from './passwords/breach.ts'
import type { PasswordEngine } from './passwords/password-engine.ts'
import type { ProjectCache } from './projects/project-cache.ts'
import type { CaptchaVerifier } from './protection/captcha-verifier.ts'
import type { IssuerKeys } from './signing/issuer-keys.ts'
import type { SigningKeys } from './signing/signing-keys.ts'
import type { ExchangeCode } from './social-login/exchange.ts'
import type { IdentityProviders } from './social-login/providers.ts'
import type { Storage } from './storage/storage.ts'

/** Everything a provider's parts may ask for. Each names the few things it needs. */
export interface ProviderContext {
  config: ProviderConfig
  /** The public address, without a trailing slash. */
  baseUrl: string
  storage: Storage
  outbox: Pick<Outbox, 'enqueue' | 'delivers'>
  vault: Vault
  clock: Clock
  random: Random
  logger: Logger
  metrics: Metrics
  deliveryHealth: DeliveryHealth
  projects: ProjectCache
  signingKeys: SigningKeys
  memoryLimits: MemoryLimiter
  /**
   * Apart from those of minutes, which have a key for each /64 of IPv6 and forget the oldest ones: nothing is counted
   * here under a key that a caller can change at will.
   */
  dayLimits: MemoryLimiter
  refusalBudget: RefusalBudget
  captcha: CaptchaVerifier | null
  passwords: PasswordEngine
  breaches: BreachCheck
  /** For addresses that projects have a say in. */
  outbound: OutboundFetch
  issuerKeys: IssuerKeys
  identityProviders: IdentityProviders
  exchangeCode: ExchangeCode
  /** The page inside the hidden frame; null where it is not served. */
  frame: Frame | null
  /** An end was asked for: readiness says so, and everything else goes on. */
  isStopping(): boolean
  readAddress: (peerAddress: string, forwardedFor: string | null) => ClientAddress
}
