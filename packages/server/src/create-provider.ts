import { createApp } from './app/app.ts'
import { createRefusalBudget } from './audit/refusal-budget.ts'
import { createBackground } from './background.ts'
import { baseUrlOf, checkConfig, type ProviderConfig } from './config.ts'
import type { Clock, Random } from './core/clock-and-random.ts'
import { createMemoryLimiter } from './core/memory-limiter.ts'
import { noTracing } from './core/tracing.ts'
import { createVault } from './core/vault.ts'
import type { Delivery } from './delivery/delivery.ts'
import { createDeliveryHealth } from './delivery/delivery-health.ts'
import { createOutbox } from './delivery/outbox/outbox.ts'
import { createAddressReader } from './http/client-address.ts'
import type { Frame } from './http/pages/frame.ts'
import { sendLogoutNotice } from './notices/logout-notice.ts'
import { type Logger, silentLogger } from './observability/logger.ts'
import { createMetrics } from './observability/metrics.ts'
import { createOpenTelemetryTracing, type OpenTelemetryApi } from './observability/open-telemetry.ts'
import { traceStorage } from './observability/trace-storage.ts'
import { createOutboundFetch, type OutboundFetch } from './outbound/outbound-fetch.ts'
import { createTxtLookup, type LookupTxt } from './outbound/txt-lookup.ts'
import { type BreachRanges, createBreachCheck } from './passwords/breach.ts'
import { createPasswordEngine, type PasswordEngine } from './passwords/password-engine.ts'
import { createProjectCache } from './projects/project-cache.ts'
import type { CaptchaVerifier } from './protection/captcha-verifier.ts'
import type { ProviderContext } from './provider-context.ts'
import { createIssuerKeys } from './signing/issuer-keys.ts'
import { createSigningKeys } from './signing/signing-keys.ts'
import { createCodeExchange } from './social-login/exchange.ts'
import { type IdentityProviders, identityProviderOf } from './social-login/providers.ts'
import { createOidcExchange } from './sso/exchange-oidc.ts'
import type { Storage } from './storage/storage.ts'

export interface ProviderOptions {
  config: ProviderConfig
  /** The caller owns it: `close()` does not close it. */
  storage: Storage
  delivery: Delivery
  clock: Clock
  random: Random
  /** Defaults to no logging. */
  logger?: Logger | undefined
  /** The package `@opentelemetry/api`: the provider reports requests, database operations and deliveries as spans. */
  openTelemetry?: OpenTelemetryApi | undefined
  /** Verifies captchas. Without it, projects that require a captcha reject the guarded calls. */
  captcha?: CaptchaVerifier | undefined
  /** Hashes passwords. The caller closes it; without one the provider creates its own on first use. */
  passwords?: PasswordEngine | undefined
  /** Lists of breached passwords, in addition to the built-in list of common ones. */
  breachRanges?: readonly BreachRanges[] | undefined
  /** Sends requests to URLs that projects or clients choose. Defaults to public https addresses only. */
  outbound?: OutboundFetch | undefined
  /** Reads the TXT records that prove the domains of organizations. Defaults to the name servers of the machine. */
  lookupTxt?: LookupTxt | undefined
  /** Domains of short-lived mailboxes, which no organization can have. Defaults to none. */
  disposableDomains?: ReadonlySet<string> | undefined
  /** The protocols of the identity providers. Defaults to the real ones. */
  identityProviders?: IdentityProviders | undefined
  /** The page for the hidden frame of Google One Tap; without it the frame is not served. */
  frame?: Frame | undefined
}

export interface Provider {
  /** Handles one request; never rejects. `peerAddress` is the remote address of the socket. */
  fetch(request: Request, info: { peerAddress: string }): Promise<Response>
  /** From now on `/health/ready` responds with 503, so that load balancers stop sending; requests are still handled. */
  prepareStop(): void
  /** Stops the background work. Safe to call twice. */
  close(): Promise<void>
  outbox: { drain(): Promise<void> }
  /** Runs one round of the background work: seals the audit log and sweeps expired rows. */
  tidy(): Promise<void>
}

const longestProjectCacheMs = 5_000

/**
 * The provider as a fetch handler.
 *
 * @example
 * const provider = createProvider({ config, storage: await openSqlite({ path }), delivery, clock, random })
 * const response = await provider.fetch(request, { peerAddress })
 */
export function createProvider(options: ProviderOptions): Provider {
  const { config, delivery, clock, random, logger = silentLogger, captcha = null, openTelemetry } = options
  checkConfig(config)
  const tracing = openTelemetry ? createOpenTelemetryTracing(openTelemetry, config.version) : noTracing
  const storage = openTelemetry ? traceStorage(options.storage, tracing) : options.storage
  const vault = createVault(config.masterKeys, random)
  const metrics = createMetrics({
    outbox: async () => ({ depth: await storage.outbox.countQueued(clock.now()), now: clock.now() }),
    pool: () => storage.poolUsage(),
  })
  const deliveryHealth = createDeliveryHealth({ clock, logger })
  const outbox = createOutbox({
    ...{ storage, delivery, vault, clock, random, logger, tracing },
    notices: (notice) => sendLogoutNotice(context, notice),
    onOutcome(channel, outcome, purpose) {
      metrics.delivery(channel, outcome)
      deliveryHealth.record(channel, outcome)
      if (outcome === 'accepted' && purpose !== null) metrics.oneTime(purpose, 'sent')
    },
  })
  const passwords = options.passwords ?? createPasswordEngine({ random, onRefused: () => metrics.hashRefused() })
  const outbound = options.outbound ?? createOutboundFetch()
  const dayLimits = createMemoryLimiter(clock)
  let isStopping = false
  const context: ProviderContext = {
    ...{ config, storage, outbox, vault, clock, random, logger, captcha, metrics, tracing, passwords },
    deliveryHealth,
    baseUrl: baseUrlOf(config),
    breaches: createBreachCheck({ passwords, ranges: options.breachRanges ?? [], metrics, logger }),
    projects: createProjectCache({
      storage,
      clock,
      maxAgeMs: Math.min(config.projectCacheMs ?? longestProjectCacheMs, longestProjectCacheMs),
    }),
    signingKeys: createSigningKeys({ storage, vault, clock }),
    outbound,
    lookupTxt: options.lookupTxt ?? createTxtLookup(),
    disposableDomains: options.disposableDomains ?? new Set(),
    issuerKeys: createIssuerKeys({ outbound, clock }),
    identityProviders: options.identityProviders ?? identityProviderOf,
    exchangeCode: createCodeExchange({ outbound, clock }),
    exchangeOidc: createOidcExchange({ outbound, clock }),
    frame: options.frame ?? null,
    memoryLimits: createMemoryLimiter(clock),
    dayLimits,
    refusalBudget: createRefusalBudget(dayLimits, metrics, clock),
    isStopping: () => isStopping,
    readAddress: createAddressReader(config.trustProxy),
  }
  const app = createApp(context)
  const background = createBackground(context)
  if (config.background !== false) {
    outbox.start()
    background.start()
  }
  let closing: Promise<void> | null = null
  return {
    fetch: async (request, { peerAddress }) => app.fetch(request, { peerAddress }),
    outbox: { drain: () => outbox.drain() },
    tidy: () => background.tidy(),
    prepareStop() {
      isStopping = true
    },
    close() {
      closing ??= Promise.all([
        outbox.stop(),
        background.stop(),
        options.passwords === undefined ? passwords.close() : undefined,
      ]).then(() => metrics.close())
      return closing
    },
  }
}
