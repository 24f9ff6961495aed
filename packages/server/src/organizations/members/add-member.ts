import type { JsonObject } from '@latchkey/contract'
import { requireSmallMetadata } from '../../accounts/metadata.ts'
import { newRegistration } from '../../accounts/new-account.ts'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { emailIdentifier, phoneIdentifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newMember } from '../member.ts'
import { type MemberChangeSource, requireGrantable } from './change-member.ts'
import { insertMember } from './insert-member.ts'

export interface NewMemberFields {
  email_address: string
  name?: string
  trusted_metadata?: JsonObject
  untrusted_metadata?: JsonObject
  is_breakglass?: boolean
  mfa_phone_number?: string
  mfa_enrolled?: boolean
  roles?: string[]
}

/** Adds a member without an invitation. */
export async function addMember(
  context: Pick<ProviderContext, 'storage' | 'clock' | 'random'>,
  change: MemberChangeSource & { fields: NewMemberFields; status: MemberRecord['status']; isVerified: boolean },
): Promise<MemberRecord> {
  const { source, organization, fields, status, isVerified } = change
  const { project } = source
  const { roles = [], trusted_metadata = {}, untrusted_metadata = {} } = fields
  const now = context.clock.now()
  const { random } = context
  requireGrantable(change, roles)
  requireSmallMetadata('trusted_metadata', trusted_metadata)
  requireSmallMetadata('untrusted_metadata', untrusted_metadata)
  const identifier = emailIdentifier(fields.email_address)
  const phone = fields.mfa_phone_number === undefined ? null : await phoneIdentifier(fields.mfa_phone_number)
  const realm = organizationRealm(organization)
  const add = async (tx: StorageVerbs): Promise<MemberRecord> => {
    if ((await tx.members.findByEmail(realm, identifier.key)) !== null)
      throw new ProviderError('duplicate_member_email')
    const plain = newMember(realm, {
      ...{ project, identifier, status, isVerified, name: fields.name ?? '', roleIds: roles, now, random },
    })
    const created: MemberRecord = {
      ...plain,
      ...{ isBreakglass: fields.is_breakglass ?? false, mfaEnrolled: fields.mfa_enrolled ?? false },
      account: {
        ...plain.account,
        ...{ trustedMetadata: trusted_metadata, untrustedMetadata: untrusted_metadata },
      },
    }
    await insertMember(tx, created)
    if (phone !== null) {
      const { account } = created
      const added = newRegistration({ project, account, identifier: phone, verified: false, now, random })
      if (!(await tx.accounts.addRegistration(added))) throw new ProviderError('duplicate_member_phone_number')
      created.account.registrations.push(added)
    }
    await audit(tx, context, source, { event: 'member_create', result: 'ok', targetId: created.id })
    return created
  }
  return retryAfterRace(() => context.storage.transaction(add))
}
