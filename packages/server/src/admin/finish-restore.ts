import { audit } from '../audit/audit.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { InvalidatedRows, Storage } from '../storage/storage.ts'

/**
 * What follows when a copy takes the place of a database: nothing that may have been revoked, spent or changed since
 * then lets anybody in, and every project's audit says so.
 */
export async function finishRestore(
  deps: { storage: Storage; clock: Clock; random: Random },
  { operator }: { operator: string },
): Promise<InvalidatedRows> {
  const { storage, clock, random } = deps
  const settled = await storage.invalidateRestoredCopy(clock.now())
  for (const project of await storage.projects.list()) {
    const source = {
      project,
      requestId: randomId('request-id', project.environment, random),
      client: { ip: '', prefix: '', userAgent: '' },
      actor: { kind: 'admin' as const, id: operator },
    }
    await audit(storage, deps, source, { event: 'database_restore', result: 'ok' })
  }
  return settled
}
