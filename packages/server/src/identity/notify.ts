import { noticeMessage } from '../delivery/templates/notice.ts'
import type { FactorName, NoticeKind } from '../delivery/templates/words.ts'
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
  about: { factor?: FactorName; except?: string } = {},
): Promise<void> {
  const expiresAt = context.clock.now() + noticeLifetimeMs
  for (const { kind: reached, id, uniqueKey, verified } of user.registrations) {
    // Whoever has just proven a new address is looking at it.
    if (reached !== 'email' || !verified || id === about.except) continue
    const message = noticeMessage({ to: uniqueKey, projectName: project.name, kind, factor: about.factor })
    await context.outbox.enqueue(tx, project.id, message, { expiresAt, idempotencyKey: `${requestId}:${kind}:${id}` })
  }
}
