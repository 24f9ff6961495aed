import { noticeMessage } from '../delivery/templates/notice.ts'
import type { NoticeKind } from '../delivery/templates/words.ts'
import type { Call } from '../http/route.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

const noticeLifetimeMs = 24 * 60 * 60_000

/** Tells a person at every proven address, in the transaction that made it true. */
export async function notify(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'outbox' | 'clock'>,
  { project, requestId }: Call<unknown>,
  user: UserRecord,
  kind: NoticeKind,
): Promise<void> {
  const expiresAt = context.clock.now() + noticeLifetimeMs
  for (const { kind: reached, id, uniqueKey, verified } of user.registrations) {
    if (reached !== 'email' || !verified) continue
    const message = noticeMessage({ to: uniqueKey, projectName: project.name, kind })
    await context.outbox.enqueue(tx, project.id, message, { expiresAt, idempotencyKey: `${requestId}:${kind}:${id}` })
  }
}
