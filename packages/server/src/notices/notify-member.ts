import type { AuditSource } from '../audit/audit.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { Vault } from '../core/vault.ts'
import { newOutboxRow } from '../delivery/outbox/outbox-row.ts'
import type { OrganizationNoticeKind } from '../delivery/templates/notice.ts'
import type { AccountRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { describeNotice } from './describe-message.ts'

const noticeLifeMs = 24 * 60 * 60_000

/**
 * Sends a notice to the proven address of a member, in the transaction that made the change. Operators cause some of
 * them at the command line, which has no outbox of its own: the provider sends the row.
 */
export async function notifyMember(
  tx: Pick<StorageVerbs, 'outbox'>,
  { vault, clock, random }: { vault: Vault; clock: Clock; random: Random },
  source: Pick<AuditSource, 'client' | 'requestId'> & { project: ProjectRecord },
  notice: { account: AccountRecord; kind: OrganizationNoticeKind; organization: string; about?: string },
): Promise<void> {
  const { project, requestId } = source
  const { account, kind, organization, about = '' } = notice
  const now = clock.now()
  const email = account.registrations.find((one) => one.kind === 'email')
  if (!email?.verified) return
  const context = describeNotice({ clock }, source, account, email.id)
  const row = {
    ...{ projectId: project.id, id: randomId('outbox', project.environment, random), channel: 'email' as const },
    idempotencyKey: `${requestId}:${kind}:${email.id}`,
    ...{ createdAt: now, expiresAt: now + noticeLifeMs },
  }
  // Loaded when the first notice is sent: commands of the command line that send none start without templates.
  const { organizationNoticeMessage } = await import('../delivery/templates/notice.ts')
  const message = organizationNoticeMessage({ to: email.uniqueKey, kind, organization, about, context })
  await tx.outbox.enqueue(newOutboxRow(vault, row, message))
}
