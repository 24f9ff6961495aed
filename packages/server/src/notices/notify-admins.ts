import { builtInRoleIds } from '@latchkey/contract/b2b'
import type { AuditSource } from '../audit/audit.ts'
import type { AdminNoticeKind } from '../delivery/templates/notice.ts'
import type { ProviderContext } from '../provider-context.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { notifyMember } from './notify-member.ts'

/** Tells the active admins of an organization about a domain or a member, in the transaction that stores the change. */
export async function notifyAdmins(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>,
  source: AuditSource & { project: ProjectRecord },
  notice: { projectId: string; organizationId: string; kind: AdminNoticeKind; about: string },
): Promise<void> {
  const { projectId, organizationId, kind, about } = notice
  const organization = await tx.organizations.get(projectId, organizationId)
  if (organization === null) return
  const realm = organizationRealm(organization)
  for (const id of await tx.roles.listMembers(realm, builtInRoleIds.admin)) {
    const admin = await tx.members.get(realm, id)
    if (admin === null) continue
    await notifyMember(tx, context, source, { account: admin.account, kind, organization: organization.name, about })
  }
}
