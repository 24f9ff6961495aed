import { outboxSealContext } from '../delivery/outbox.ts'
import type { Vault } from '../security/vault.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { randomId } from '../tokens/ids.ts'
import type { Clock, Random } from '../world.ts'
import type { LogoutNotice } from './logout-notice.ts'

/** Longer than an hour after a log-out nobody waits for it. */
const noticeLifeMs = 60 * 60_000

/**
 * What applications were given from a session ends with it, and those that want to know are told (OpenID Connect
 * Back-Channel Logout). To be called in the transaction that ends the sessions.
 */
export async function announceSessionEnd(
  tx: StorageVerbs,
  world: { vault: Vault; clock: Clock; random: Random },
  project: Pick<ProjectRecord, 'id' | 'environment'>,
  sessionIds: readonly string[],
): Promise<void> {
  const now = world.clock.now()
  for (const sessionId of sessionIds) {
    const ended = await tx.oauthGrants.endSession(project.id, sessionId, now)
    const users = new Map(ended.map(({ clientId, userId }) => [clientId, userId]))
    for (const [clientId, userId] of users) {
      const client = await tx.oauthClients.get(project.id, clientId)
      if (client === null || client.backchannelLogoutUri === null || userId === null) continue
      const id = randomId('outbox', project.environment, world.random)
      const notice: LogoutNotice = { projectId: project.id, clientId, userId, sessionId, tokenId: id }
      await tx.outbox.enqueue({
        projectId: project.id,
        id,
        channel: 'http',
        payloadSealed: world.vault.seal(JSON.stringify(notice), outboxSealContext({ projectId: project.id, id })),
        idempotencyKey: `backchannel_logout:${sessionId}:${clientId}`,
        state: 'queued',
        attempts: 0,
        nextAttemptAt: now,
        leasedUntil: null,
        createdAt: now,
        expiresAt: now + noticeLifeMs,
      })
    }
  }
}
