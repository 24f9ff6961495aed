import type { AuditSource } from '../../audit/audit.ts'
import { notifyMember } from '../../notices/notify-member.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { MemberRecord, OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/**
 * Tells a member that the way to sign in has changed, at the address from before the change. A member who changed
 * something without a new address knows it.
 */
export async function notifyOfChange(
  tx: Pick<StorageVerbs, 'outbox'>,
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>,
  source: AuditSource & { project: ProjectRecord },
  change: { member: MemberRecord; organization: OrganizationRecord; kind: 'email_changed' | 'sign_in_changed' },
): Promise<void> {
  const { member, organization, kind } = change
  if (kind === 'sign_in_changed' && source.actor?.id === member.id) return
  await notifyMember(tx, context, source, { account: member.account, kind, organization: organization.name })
}
