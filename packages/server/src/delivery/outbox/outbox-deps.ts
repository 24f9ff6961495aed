import type { Clock, Random } from '../../core/clock-and-random.ts'
import type { Tracing } from '../../core/tracing.ts'
import type { Vault } from '../../core/vault.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Delivery, DeliveryError } from '../delivery.ts'
import type { DeliveryChannel, DeliveryOutcome } from '../delivery-health.ts'

/** The log of the outbox. Fields never contain a recipient, a code or a link. */
export interface OutboxLogger {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export interface OutboxDeps {
  storage: Storage
  delivery: Delivery
  vault: Vault
  clock: Clock
  random: Random
  /** Sends a notice to a client application; rejects as `delivery` does. */
  notices?: ((notice: string, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<void>) | undefined
  logger?: OutboxLogger | undefined
  /** Reports each attempt as a span. Defaults to no tracing. */
  tracing?: Tracing | undefined
  /** Called once per attempt, and once per message that expired unsent. `purpose` as given to `enqueue`. */
  onOutcome?: ((channel: DeliveryChannel, outcome: DeliveryOutcome, purpose: string | null) => void) | undefined
}

/** Carriers put addresses into their error messages, so only our own texts and error codes are logged. */
export function loggedReason(error: unknown): string {
  if (error instanceof DeliveryError) return error.message
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'unknown'
}
