import type { Call } from '../core/route.ts'
import { type NoticeKind, noticeMessage } from '../delivery/templates/notice.ts'
import type { RegistrationKind } from '../methods/methods.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { describeNotice } from './describe-message.ts'

const noticeLifetimeMs = 24 * 60 * 60_000

/** Sends a security notice to every verified address of a user, in the transaction that made the change. */
export async function notify(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'outbox' | 'clock'>,
  call: Call<unknown>,
  account: AccountRecord,
  kind: NoticeKind,
  about: { factor?: RegistrationKind; except?: string } = {},
): Promise<void> {
  const { project, requestId } = call
  const expiresAt = context.clock.now() + noticeLifetimeMs
  for (const { kind: reached, id, uniqueKey, verified } of account.registrations) {
    // The user has just used the new address.
    if (reached !== 'email' || !verified || id === about.except) continue
    const message = noticeMessage({
      to: uniqueKey,
      kind,
      factor: about.factor,
      context: describeNotice(context, call, account, id),
    })
    await context.outbox.enqueue(tx, project.id, message, { expiresAt, idempotencyKey: `${requestId}:${kind}:${id}` })
  }
}
