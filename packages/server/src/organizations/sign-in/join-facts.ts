import type { ProviderContext } from '../../provider-context.ts'
import { connectionRoles, ssoConnection } from '../../sso/connection.ts'
import type { OrganizationDomainRecord } from '../../storage/organization-domains.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { JoinConnection, JoinFacts, JoiningMember } from '../join.ts'
import { organizationPolicy } from '../policy.ts'
import { type DomainFacts, domainFacts, readDomainFacts } from './domain-facts.ts'

interface Joining {
  project: ProjectRecord
  organization: OrganizationRecord
  member: JoiningMember | null
}

/** What the decision about joining needs to know about one organization. */
export async function findJoinFacts(
  storage: Pick<StorageVerbs, 'organizationDomains' | 'ssoConnections'>,
  context: Pick<ProviderContext, 'disposableDomains'>,
  input: Joining,
): Promise<JoinFacts> {
  const { project, organization } = input
  const domains = await readDomainFacts(storage, context, project, {
    projectId: organization.projectId,
    organizationId: organization.id,
  })
  return withPolicy(input, domains, await activeConnections(storage, organization))
}

/** The active connections of an organization, with their roles. Most organizations have none. */
export async function activeConnections(
  storage: Pick<StorageVerbs, 'ssoConnections'>,
  organization: Pick<OrganizationRecord, 'projectId' | 'id' | 'ssoConnections'>,
): Promise<JoinConnection[]> {
  if (organization.ssoConnections.length === 0) return []
  const records = await storage.ssoConnections.list(organizationRealm(organization))
  return records.filter(({ status }) => status === 'active').map((record) => connectionRoles(ssoConnection(record)))
}

/** The same without a query, for many organizations and one verified domain: at most one organization has it. */
export function joinFactsOfDomain(
  context: Pick<ProviderContext, 'disposableDomains'>,
  input: Joining,
  verified: Pick<OrganizationDomainRecord, 'organizationId' | 'domain'> | null,
): JoinFacts {
  const isOwner = verified?.organizationId === input.organization.id
  return withPolicy(input, domainFacts(context, input.project, isOwner ? [verified.domain] : []), [])
}

function withPolicy({ organization, member }: Joining, domains: DomainFacts, connections: JoinConnection[]): JoinFacts {
  return { policy: organizationPolicy(organization.settings), ...domains, connections, member }
}
