import { audit } from '../audit/audit.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { InvalidatedRows, Storage } from '../storage/storage.ts'

/**
 * Completes the restore of a backup: invalidates sessions and secrets that may have been revoked or used since the
 * backup, and audits the restore in every project.
 */
export async function finishRestore(
  deps: { storage: Storage; clock: Clock; random: Random },
  { operator }: { operator: string },
): Promise<InvalidatedRows> {
  const { storage, clock, random } = deps
  const invalidated = await storage.invalidateRestoredCopy(clock.now())
  for (const project of await storage.projects.list()) {
    const source = {
      project,
      requestId: randomId('request-id', project.environment, random),
      client: { ip: '', prefix: '', userAgent: '' },
      actor: { kind: 'admin' as const, id: operator },
    }
    await audit(storage, deps, source, { event: 'database_restore', result: 'ok' })
  }
  return invalidated
}
