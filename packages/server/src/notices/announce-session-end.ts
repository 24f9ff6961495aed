import { type AuditSource, audit } from '../audit/audit.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { Vault } from '../core/vault.ts'
import { newOutboxRow } from '../delivery/outbox/outbox-row.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import type { LogoutNotice } from './logout-notice.ts'

interface AnnouncingDeps {
  vault: Vault
  clock: Clock
  random: Random
}

type Project = Pick<ProjectRecord, 'id' | 'environment'>

/** A notice that could not be delivered within an hour after the sign-out is dropped. */
const noticeLifeMs = 60 * 60_000

/**
 * Ends the grants that client applications got from a session, and the sessions that they started with them, and queues
 * notices for clients with a logout URI (OpenID Connect Back-Channel Logout). Call it in the transaction that ends the
 * sessions.
 */
export async function announceSessionEnd(
  tx: StorageVerbs,
  deps: AnnouncingDeps,
  project: Project,
  sessionIds: readonly string[],
  /** This session continues in any case: its user has just proven their identity. */
  except?: { sessionId: string },
): Promise<void> {
  const now = deps.clock.now()
  const queue = [...sessionIds]
  for (const sessionId of queue) {
    const ended = await tx.oauthGrants.endSession(project.id, sessionId, now)
    for (const { id, isRevoked } of ended)
      if (isRevoked) queue.push(...(await tx.sessions.revokeForGrant(project.id, id, now, except)))
    const users = new Map(ended.map(({ clientId, accountId }) => [clientId, accountId]))
    for (const [clientId, accountId] of users) {
      const client = await tx.oauthClients.get(project.id, clientId)
      if (client === null || client.backchannelLogoutUri === null || accountId === null) continue
      const id = randomId('outbox', project.environment, deps.random)
      const notice: LogoutNotice = { projectId: project.id, clientId, accountId, sessionId, tokenId: id }
      const row = {
        projectId: project.id,
        id,
        channel: 'http' as const,
        idempotencyKey: `backchannel_logout:${sessionId}:${clientId}`,
        createdAt: now,
        expiresAt: now + noticeLifeMs,
      }
      await tx.outbox.enqueue(newOutboxRow(deps.vault, row, notice))
    }
  }
}

/**
 * Ends the sessions that client applications started with these grants. Call it in the transaction that revokes the
 * grants, after the revocation: a session that is started concurrently is then either visible or fails.
 */
export async function endGrantSessions(
  tx: StorageVerbs,
  deps: AnnouncingDeps,
  source: AuditSource,
  grantIds: readonly string[],
): Promise<void> {
  const { project } = source
  const now = deps.clock.now()
  for (const id of grantIds) {
    const ended = await tx.sessions.revokeForGrant(project.id, id, now)
    await announceSessionEnd(tx, deps, project, ended)
    for (const targetId of ended) await audit(tx, deps, source, { event: 'session_revoke', result: 'ok', targetId })
  }
}
