import type { AuditSource } from '../../audit/audit.ts'
import type { MemberNoticeKind } from '../../delivery/templates/notice.ts'
import { notifyMember } from '../../notices/notify-member.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { MemberRecord, OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/** Tells a member that the way to sign in has changed, at the address from before the change. */
export async function notifyOfChange(
  tx: Pick<StorageVerbs, 'outbox'>,
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>,
  source: AuditSource & { project: ProjectRecord },
  change: { member: MemberRecord; organization: OrganizationRecord; kind: MemberNoticeKind },
): Promise<void> {
  const { member, organization, kind } = change
  await notifyMember(tx, context, source, { account: member.account, kind, organization: organization.name })
}
