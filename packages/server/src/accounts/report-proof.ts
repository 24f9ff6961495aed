import { audit } from '../audit/audit.ts'
import type { Call } from '../core/route.ts'
import { notify } from '../notices/notify.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import type { Proof } from './prove-identifier.ts'

/** Audits what a proof ended, and notifies the user about a disabled password. */
export async function reportProof(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'outbox' | 'clock' | 'random'>,
  call: Call<unknown>,
  { account, disabledPassword, released }: Pick<Proof, 'account' | 'disabledPassword' | 'released'>,
): Promise<void> {
  const done = { result: 'ok', accountId: account.id } as const
  // For the account that claimed the identifier, not for the one that has proven it.
  if (released)
    await audit(tx, context, call, {
      ...done,
      event: 'factor_remove',
      accountId: released.accountId,
      targetId: released.id,
    })
  if (!disabledPassword) return
  await audit(tx, context, call, { ...done, event: 'password_disable' })
  await notify(tx, context, call, account, 'password_disabled')
}
