import { ProviderError } from '../core/provider-error.ts'
import type { UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** Takes the row lock by an update: what the transaction reads next about the user stays true until the commit. */
export async function lockUserRow(
  tx: Pick<StorageVerbs, 'users'>,
  user: Pick<UserRecord, 'projectId' | 'id'>,
  now: number,
): Promise<UserRecord> {
  await tx.users.update(user.projectId, user.id, {}, now)
  const current = await tx.users.get(user.projectId, user.id)
  if (!current) throw new ProviderError('user_unauthenticated')
  return current
}
