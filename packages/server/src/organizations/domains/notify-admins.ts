import { builtInRoleIds } from '@latchkey/contract/b2b'
import type { AuditSource } from '../../audit/audit.ts'
import type { OrganizationNoticeKind } from '../../delivery/templates/notice.ts'
import { notifyMember } from '../../notices/notify-member.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OrganizationDomainRecord } from '../../storage/organization-domains.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/** Tells the active admins of an organization what happened to its domain, in the transaction that stores it. */
export async function notifyAdmins(
  tx: StorageVerbs,
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>,
  source: AuditSource & { project: ProjectRecord },
  { projectId, organizationId, domain }: Pick<OrganizationDomainRecord, 'projectId' | 'organizationId' | 'domain'>,
  kind: Extract<OrganizationNoticeKind, `domain_${string}`>,
): Promise<void> {
  const organization = await tx.organizations.get(projectId, organizationId)
  if (organization === null) return
  const realm = organizationRealm(organization)
  for (const id of await tx.roles.listMembers(realm, builtInRoleIds.admin)) {
    const admin = await tx.members.get(realm, id)
    if (admin === null) continue
    await notifyMember(tx, context, source, { account: admin.account, kind, organization: organization.name, domain })
  }
}
