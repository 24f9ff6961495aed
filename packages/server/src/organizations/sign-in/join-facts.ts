import type { ProviderContext } from '../../provider-context.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { readDomainFacts } from '../domain-facts.ts'
import type { JoinFacts, JoiningMember } from '../join.ts'
import { organizationPolicy } from '../policy.ts'

/** What the decision about joining needs to know about one organization. */
export async function findJoinFacts(
  storage: Pick<StorageVerbs, 'organizationDomains'>,
  context: Pick<ProviderContext, 'disposableDomains'>,
  input: {
    project: ProjectRecord
    organization: OrganizationRecord
    member: JoiningMember | null
  },
): Promise<JoinFacts> {
  const { project, organization, member } = input
  const domains = await readDomainFacts(storage, context, project, {
    projectId: organization.projectId,
    organizationId: organization.id,
  })
  return {
    policy: organizationPolicy(organization.settings),
    ...domains,
    connections: [],
    member,
  }
}
