import { ProviderError } from '../core/provider-error.ts'
import type { AccountRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** Takes the row lock by an update: what the transaction reads next about the account stays true until the commit. */
export async function lockAccountRow(
  tx: Pick<StorageVerbs, 'accounts'>,
  account: Pick<AccountRecord, 'projectId' | 'id'>,
  now: number,
): Promise<AccountRecord> {
  await tx.accounts.update(account.projectId, account.id, {}, now)
  const current = await tx.accounts.get(account.projectId, account.id)
  if (!current) throw new ProviderError('user_unauthenticated')
  return current
}
