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
  { user, disabledPassword, released }: Pick<Proof, 'user' | 'disabledPassword' | 'released'>,
): Promise<void> {
  const done = { result: 'ok', userId: user.id } as const
  // For the account that claimed the identifier, not for the one that has proven it.
  if (released)
    await audit(tx, context, call, { ...done, event: 'factor_remove', userId: released.userId, targetId: released.id })
  if (!disabledPassword) return
  await audit(tx, context, call, { ...done, event: 'password_disable' })
  await notify(tx, context, call, user, 'password_disabled')
}
