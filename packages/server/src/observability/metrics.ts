import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DeliveryOutcome } from '../delivery/delivery-health.ts'
import type { PoolUsage } from '../storage/storage.ts'
import type { OutboxDepth } from '../storage/verbs.ts'
import { gaugeEventLoop, gaugeOutbox, gaugePool } from './gauges.ts'

/** The metrics of a provider. Labels come from fixed lists only: endpoint names, statuses, error types, limit names. */
export interface Metrics {
  answered(endpoint: string, status: number, errorType: string, durationMs: number): void
  internalError(endpoint: string): void
  limitHit(limit: string): void
  /** `queued` when a message is stored for sending, `sent` when the carrier accepted it. */
  oneTime(purpose: string, outcome: 'queued' | 'sent' | 'redeemed' | 'refused'): void
  delivery(channel: string, outcome: DeliveryOutcome): void
  sessionIssued(kind: 'new' | 'rotated'): void
  breachCheck(source: 'common' | 'remote' | 'directory', outcome: 'breached' | 'clean' | 'unavailable'): void
  /** A password was not hashed because the queue was full. */
  hashRefused(): void
  deviceVerdict(mode: string, verdict: string): void
  /** A rejected call above the audit budget of its network or project. */
  refusalNotAudited(): void
  /** A successful call above the audit budget of its account, network, client application or project. */
  rowNotAudited(): void
  inFlight(count: number): void
  swept(table: string, count: number): void
  /** The exposition text. */
  text(): Promise<string>
  /** Stops measuring the event loop. */
  close(): void
  readonly contentType: string
}

export interface MetricsOptions {
  /** Read at every scrape. A failure leaves the gauges without a value. */
  outbox?: (() => Promise<{ depth: OutboxDepth[]; now: number }>) | undefined
  pool?: (() => PoolUsage | null) | undefined
}

/** Has its own registry, so that two providers in one process do not mix. */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registers: [Registry] = [new Registry()]
  const [registry] = registers
  const answered = new Counter({
    name: 'latchkey_requests_total',
    help: 'Responses by endpoint, status and error type',
    labelNames: ['endpoint', 'status', 'error_type'],
    registers,
  })
  const duration = new Histogram({
    name: 'latchkey_request_duration_seconds',
    help: 'From the request to its response',
    labelNames: ['endpoint'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const internal = new Counter({
    name: 'latchkey_internal_errors_total',
    help: 'Responses with 503 internal_error; above zero is a bug or a database failure',
    labelNames: ['endpoint'],
    registers,
  })
  const limits = new Counter({
    name: 'latchkey_limit_hits_total',
    help: 'Requests rejected by a limit',
    labelNames: ['limit'],
    registers,
  })
  const secrets = new Counter({
    name: 'latchkey_one_time_secrets_total',
    help: 'Links and passcodes: queued, sent (accepted by the carrier), redeemed, refused',
    labelNames: ['purpose', 'outcome'],
    registers,
  })
  const deliveries = new Counter({
    name: 'latchkey_deliveries_total',
    help: 'Delivery attempts: accepted, rejected permanently, retried, failed (given up), dropped (expired unsent)',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  gaugeOutbox(registers, options.outbox)
  gaugePool(registers, options.pool)
  const eventLoop = gaugeEventLoop(registers)
  const notAudited = new Counter({
    name: 'latchkey_refusals_not_audited_total',
    help: 'Rejected calls above the budget of audit rows; a sample is audited, with the number of the others',
    registers,
  })
  const rowsNotAudited = new Counter({
    name: 'latchkey_rows_not_audited_total',
    help: 'Successful calls that a caller can repeat, above the budget of audit rows',
    registers,
  })
  const sessions = new Counter({
    name: 'latchkey_sessions_issued_total',
    help: 'New sessions, and sessions that got a further factor',
    labelNames: ['kind'],
    registers,
  })
  const breaches = new Counter({
    name: 'latchkey_breach_checks_total',
    help: 'Passwords looked up in lists of breached ones; passwords pass if a list is unavailable',
    labelNames: ['source', 'outcome'],
    registers,
  })
  const hashesRefused = new Counter({
    name: 'latchkey_password_hashes_refused_total',
    help: 'Passwords rejected with 503 because the queue of hashes was full',
    registers,
  })
  const devices = new Counter({
    name: 'latchkey_device_verdicts_total',
    help: 'Guarded calls by the verdict on their device; NONE had no valid telemetry id',
    labelNames: ['mode', 'verdict'],
    registers,
  })
  const flight = new Gauge({ name: 'latchkey_requests_in_flight', help: 'Requests being handled', registers })
  const swept = new Counter({
    name: 'latchkey_swept_rows_total',
    help: 'Expired rows deleted',
    labelNames: ['table'],
    registers,
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  return {
    answered(endpoint, status, errorType, durationMs) {
      answered.inc({ endpoint, status, error_type: errorType })
      duration.observe({ endpoint }, durationMs / 1_000)
    },
    internalError: (endpoint) => internal.inc({ endpoint }),
    limitHit: (limit) => limits.inc({ limit }),
    oneTime: (purpose, outcome) => secrets.inc({ purpose, outcome }),
    delivery: (channel, outcome) => deliveries.inc({ channel, outcome }),
    sessionIssued: (kind) => sessions.inc({ kind }),
    breachCheck: (source, outcome) => breaches.inc({ source, outcome }),
    hashRefused: () => hashesRefused.inc(),
    deviceVerdict: (mode, verdict) => devices.inc({ mode, verdict }),
    refusalNotAudited: () => notAudited.inc(),
    rowNotAudited: () => rowsNotAudited.inc(),
    inFlight: (count) => flight.set(count),
    swept: (table, count) => swept.inc({ table }, count),
    text: () => registry.metrics(),
    close: () => eventLoop.close(),
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  }
}
