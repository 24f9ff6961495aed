import { audit } from './audit/audit.ts'
import { sealAudit } from './audit/sealer.ts'
import { randomId } from './core/ids.ts'
import type { ProviderContext } from './provider-context.ts'
import { rotateDueKeys } from './signing/signing-keys.ts'
import type { ProjectRecord } from './storage/records.ts'
import type { Storage, StorageVerbs } from './storage/storage.ts'

export interface Background {
  start(): void
  /** Waits for the round under way. */
  stop(): Promise<void>
  /** One round now. */
  tidy(): Promise<void>
}

const roundMs = 5_000
const sweepLeaseMs = 60_000
/** Few enough that nobody waits for the rows that are being removed. */
const usualBatch = 500
const rotationLeaseMs = 24 * 60 * 60_000
const eventsKeptMs = 30 * 24 * 60 * 60_000
const pruneLeaseMs = 24 * 60 * 60_000
const unusedClientsMs = 30 * 24 * 60 * 60_000

/** Sealing, sweeping and rotating keys. Any number of providers may run it on one database: leases keep them apart. */
export function createBackground(
  context: Pick<ProviderContext, 'storage' | 'vault' | 'clock' | 'random' | 'logger' | 'metrics'>,
  { sweepBatch = usualBatch }: { sweepBatch?: number } = {},
): Background {
  const { storage, clock, logger, metrics } = context
  const newHolder = (): string => Buffer.from(context.random.bytes(16)).toString('hex')
  const holder = newHolder()
  let timer: ReturnType<typeof setInterval> | undefined
  let round: Promise<void> | null = null
  let isStopped = false

  /** Held to its end by a name nobody has again, ourselves included: once in so long, whoever does it. */
  function isDue(name: string, everyMs: number): Promise<boolean> {
    return storage.leases.acquire(name, newHolder(), everyMs, clock.now())
  }

  async function tidy(): Promise<void> {
    while ((await sealAudit(storage, clock, holder)) > 0);
    if (await isDue('sweeper', sweepLeaseMs)) await sweep()
    if (await isDue('client-pruner', pruneLeaseMs)) await pruneClients()
    if (await isDue('key-rotation', rotationLeaseMs)) {
      for (const project_id of await rotateDueKeys(context, noteRotation))
        logger.info({ project_id }, 'signing key rotated')
    }
  }

  /** Nobody asked for it: the provider itself did it. */
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

  /** Applications that have registered themselves, and that nobody has let in: everybody can make some every day. */
  async function pruneClients(): Promise<void> {
    const before = clock.now() - unusedClientsMs
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
    ['one_time', () => storage.oneTime.sweep(now, batch)],
    ['limits', () => storage.limits.sweep(now, batch)],
    ['lockouts', () => storage.lockouts.sweep(now, batch)],
    ['used_nonces', () => storage.usedNonces.sweep(now, batch)],
    ['outbox', () => storage.outbox.sweep(now, batch)],
    ['oauth_grants', () => storage.oauthGrants.sweep(now, batch)],
    ['events', () => storage.events.sweep(now - eventsKeptMs, batch)],
  ]
}
