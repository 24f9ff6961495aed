import { ProviderError } from '../core/provider-error.ts'
import type { UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

/** Writing the row first keeps two changes of one user apart: what is read next stays true to the commit. */
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
