import { RegistrationRaceError } from '../../accounts/registration-race.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord, OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newMember } from '../member.ts'

/** Stores a member; if a request stored the same address first, the transaction starts again. */
export async function insertMember(
  tx: Pick<StorageVerbs, 'members'>,
  { clock, random }: Pick<ProviderContext, 'clock' | 'random'>,
  input: {
    project: ProjectRecord
    organization: OrganizationRecord
    /** Canonical. */
    address: string
    isVerified: boolean
    status: 'active' | 'pending' | 'invited'
    name?: string
    roleIds?: readonly string[]
    invitedBy?: string | null
  },
): Promise<MemberRecord> {
  const { organization, address, invitedBy = null, name = '', ...rest } = input
  const created = newMember(organizationRealm(organization), {
    ...rest,
    ...{ identifier: { kind: 'email', key: address }, name, now: clock.now(), random },
  })
  const member = { ...created, invitedBy }
  if (!(await tx.members.insert(member))) throw new RegistrationRaceError()
  return member
}
