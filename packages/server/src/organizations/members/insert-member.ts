import { RegistrationRaceError } from '../../accounts/registration-race.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Realm } from '../../storage/realm.ts'
import type { MemberRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { emailOfMember } from '../member.ts'

type Verbs = Pick<StorageVerbs, 'accounts' | 'members'>

/**
 * Stores a new member: every way into an organization ends here. If a request stored the same address since it was read,
 * the transaction starts again.
 */
export async function insertMember(tx: Verbs, member: MemberRecord): Promise<void> {
  await requireNotRetired(tx, member.account, emailOfMember(member))
  if (!(await tx.members.insert(member))) throw new RegistrationRaceError()
}

/** Rejects the address of another member, also a former one. */
export async function requireFreeAddress(tx: Verbs, realm: Realm & { id?: string }, key: string): Promise<void> {
  const owner = await tx.accounts.findByRegistration(realm, 'email', key)
  if (owner !== null && owner.id !== realm.id) throw new ProviderError('duplicate_member_email')
  await requireNotRetired(tx, realm, key)
}

async function requireNotRetired(tx: Verbs, realm: Realm & { id?: string }, key: string): Promise<void> {
  const former = await tx.accounts.findByRegistration(realm, 'email_retired', key)
  if (former !== null && former.id !== realm.id) throw new ProviderError('retired_member_email')
}
