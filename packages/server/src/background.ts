import { audit } from './audit/audit.ts'
import { sealAudit } from './audit/sealer.ts'
import { randomId } from './core/ids.ts'
import { checkDueConnections } from './organizations/connections/refresh-certificates.ts'
import { checkDueDomains } from './organizations/domains/check-due-domains.ts'
import type { ProviderContext } from './provider-context.ts'
import { rotateDueKeys } from './signing/signing-keys.ts'
import { attemptRetentionMs } from './sso/attempts.ts'
import type { ProjectRecord } from './storage/records.ts'
import type { Storage, StorageVerbs } from './storage/storage.ts'

export interface Background {
  start(): void
  /** Waits for the running round. */
  stop(): Promise<void>
  /** Runs one round now. */
  tidy(): Promise<void>
}

const roundMs = 5_000
const sweepLeaseMs = 60_000
/** Small, so that a batch holds its row locks only briefly. */
const defaultBatch = 500
const rotationLeaseMs = 24 * 60 * 60_000
const eventRetentionMs = 30 * 24 * 60 * 60_000
const domainLeaseMs = 60_000
const connectionLeaseMs = 60_000
const pruneLeaseMs = 24 * 60 * 60_000
/** How long the slug of a removed organization cannot be used again. */
const slugRetentionMs = 90 * 24 * 60 * 60_000
const unusedClientRetentionMs = 30 * 24 * 60 * 60_000

/** Seals the audit log, sweeps expired rows, checks domains and SSO connections, and rotates keys. Leases allow any number of providers on one database. */
export function createBackground(
  context: Pick<
    ProviderContext,
    | 'storage'
    | 'vault'
    | 'clock'
    | 'random'
    | 'logger'
    | 'metrics'
    | 'lookupTxt'
    | 'disposableDomains'
    | 'outbound'
    | 'baseUrl'
  >,
  { sweepBatch = defaultBatch }: { sweepBatch?: number } = {},
): Background {
  const { storage, clock, logger, metrics } = context
  const newHolder = (): string => Buffer.from(context.random.bytes(16)).toString('hex')
  const holder = newHolder()
  let timer: ReturnType<typeof setInterval> | undefined
  let round: Promise<void> | null = null
  let isStopped = false

  /** Takes a lease with a fresh holder name, which cannot be renewed: true once per interval, across all providers. */
  function isDue(name: string, everyMs: number): Promise<boolean> {
    return storage.leases.acquire(name, newHolder(), everyMs, clock.now())
  }

  async function tidy(): Promise<void> {
    while ((await sealAudit(storage, clock, holder)) > 0);
    if (await isDue('sweeper', sweepLeaseMs)) await sweep()
    if (await isDue('domain-check', domainLeaseMs)) await checkDueDomains(context)
    if (await isDue('sso-check', connectionLeaseMs)) await checkDueConnections(context)
    if (await isDue('client-pruner', pruneLeaseMs)) await pruneClients()
    if (await isDue('key-rotation', rotationLeaseMs)) {
      for (const project_id of await rotateDueKeys(context, noteRotation))
        logger.info({ project_id }, 'signing key rotated')
    }
  }

  /** Audits a rotation as an action of the system: no request caused it. */
  function noteRotation(tx: StorageVerbs, project: ProjectRecord, kid: string): Promise<void> {
    const source = {
      project,
      requestId: randomId('request-id', project.environment, context.random),
      client: { ip: '', prefix: '', userAgent: '' },
      actor: { kind: 'system' as const, id: 'key-rotation' },
    }
    return audit(tx, context, source, { event: 'signing_key_rotate', result: 'ok', targetId: kid })
  }

  async function sweep(): Promise<void> {
    for (const [table, sweep] of sweeps(storage, clock.now(), sweepBatch)) await sweepAll(table, sweep)
  }

  /** Removes client applications that registered dynamically and that no user has authorized: any caller can create them. */
  async function pruneClients(): Promise<void> {
    const before = clock.now() - unusedClientRetentionMs
    for (const { id } of await storage.projects.list())
      await sweepAll('oauth_clients', () => storage.oauthClients.prune(id, before, sweepBatch))
  }

  async function sweepAll(table: string, sweep: () => Promise<number>): Promise<void> {
    for (;;) {
      const count = await sweep()
      metrics.swept(table, count)
      if (count < sweepBatch || isStopped) break
    }
  }

  return {
    tidy,
    start() {
      timer = setInterval(() => {
        round ??= tidy()
          .catch((error: unknown) => {
            logger.error({ error_name: error instanceof Error ? error.name : 'unknown' }, 'background round failed')
          })
          .finally(() => {
            round = null
          })
      }, roundMs)
      timer.unref()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await round
    },
  }
}

function sweeps(storage: Storage, now: number, batch: number): [string, () => Promise<number>][] {
  return [
    ['sessions', () => storage.sessions.sweep(now, batch)],
    ['organizations', () => storage.organizations.sweep(now - slugRetentionMs, batch)],
    ['one_time', () => storage.oneTime.sweep(now, batch)],
    ['limits', () => storage.limits.sweep(now, batch)],
    ['lockouts', () => storage.lockouts.sweep(now, batch)],
    ['used_nonces', () => storage.usedNonces.sweep(now, batch)],
    ['outbox', () => storage.outbox.sweep(now, batch)],
    ['oauth_grants', () => storage.oauthGrants.sweep(now, batch)],
    ['sso_attempts', () => storage.ssoAttempts.sweep(now - attemptRetentionMs, batch)],
    ['events', () => storage.events.sweep(now - eventRetentionMs, batch)],
  ]
}
