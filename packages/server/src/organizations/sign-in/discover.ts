import type { AuthenticationFactor } from '@latchkey/contract'
import type { DiscoveredOrganization, Member, Membership } from '@latchkey/contract/b2b'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProvenIdentity } from '../../sessions/proven-identity.ts'
import type { OrganizationDomainRecord } from '../../storage/organization-domains.ts'
import type { Page } from '../../storage/page.ts'
import type { MemberRecord, OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { decideAdmission, type ProvenFactor } from '../admission.ts'
import { decideJoin, type MembershipBasis } from '../join.ts'
import { memberFacts, memberState } from '../members/member-state.ts'
import { memberView } from '../members/member-view.ts'
import { organizationView } from '../organization-view.ts'
import { domainOf } from '../roles.ts'
import { isPasswordOf } from './conclude-sign-in.ts'
import { joinFactsOfDomain } from './join-facts.ts'
import { joinProof } from './member-identity.ts'
import { missingFactors } from './member-response.ts'
import { addressProofs, provenFactors } from './proven-factors.ts'

/** What is known about the person who looks for organizations. */
export interface DiscoveringPerson {
  project: ProjectRecord
  /** Canonical. Without a proof of it, only the accounts in `passwordOf` are listed. */
  address: string
  factors: AuthenticationFactor[]
  /** The accounts whose password was entered. */
  passwordOf: string[]
  /** The identity whose tenants the person may join. */
  identity: ProvenIdentity | null
  /** Proofs from a session. */
  carriedOver: readonly AuthenticationFactor[]
}

type DiscoveryContext = Pick<ProviderContext, 'storage' | 'clock' | 'disposableDomains'>

/** The organizations that the proven address can enter, and what each of them still requires. */
export async function discoverOrganizations(
  context: DiscoveryContext,
  person: DiscoveringPerson,
): Promise<DiscoveredOrganization[]> {
  const { address, factors, carriedOver } = person
  const isProven = addressProofs([...factors, ...carriedOver], address).length > 0
  const verified = await context.storage.organizationDomains.findVerified(person.project.id, domainOf(address))
  const candidates = await findCandidates(context.storage, person, verified)
  const found = isProven ? candidates : candidates.filter(({ member }) => isPasswordOf(person, member))
  const proofs = proofsOf(person)
  const now = context.clock.now()
  return found
    .map((one) => discover(context, { person, verified, factors: proofs(one.member), now }, one))
    .filter((one) => one !== null)
}

/** Once for the whole list: the proofs differ between organizations only in the password. */
function proofsOf(person: DiscoveringPerson): (member: MemberRecord | null) => readonly ProvenFactor[] {
  const own = provenFactors(person.factors, { isCarriedOver: false })
  const carriedOver = provenFactors(person.carriedOver, { isCarriedOver: true })
  const withPassword = [...own, ...carriedOver]
  const withoutPassword = [...own.filter(({ method }) => method !== 'password'), ...carriedOver]
  return (member) => (isPasswordOf(person, member) ? withPassword : withoutPassword)
}

interface Candidate {
  organization: OrganizationRecord
  member: MemberRecord | null
}

interface Known {
  person: DiscoveringPerson
  verified: OrganizationDomainRecord | null
  factors: readonly ProvenFactor[]
  now: number
}

function discover(
  context: DiscoveryContext,
  { person, verified, factors, now }: Known,
  { organization, member }: Candidate,
): DiscoveredOrganization | null {
  const { project, address } = person
  if (organization.suspendedAt !== null) return null
  const joining = member && { status: member.status, address, isFromDirectory: false }
  const facts = joinFactsOfDomain(context, { project, organization, member: joining }, verified)
  const { policy } = facts
  const { as } = decideJoin(facts, joinProof(address, person.identity))
  if (as === null) return null
  const state = member && memberState(project, organization, member, policy)
  const membership = membershipView(as, state && memberView(state))
  if (membership === null) return null
  const { admission } = decideAdmission({ policy, member: member && memberFacts(member), factors, now })
  const missing = admission.kind === 'admitted' ? null : missingFactors(admission, state)
  // Without spreads: they take most of the time of a long list.
  return {
    organization: organizationView(organization, policy),
    membership,
    member_authenticated: missing === null,
    mfa_required: missing?.mfa_required ?? null,
    primary_required: missing?.primary_required ?? null,
  }
}

/** Null for a person who can only enter through a connection: the list has no such type. */
function membershipView(as: MembershipBasis, member: Member | null): Membership | null {
  switch (as.type) {
    case 'active_member':
    case 'pending_member':
    case 'invited_member':
      return member && { type: as.type, details: null, member }
    case 'eligible_to_join_by_email_domain':
      return { type: as.type, details: as.details, member: null }
    case 'eligible_to_join_by_oauth_tenant':
      return { type: as.type, details: as.details, member: null }
    case 'eligible_to_join_by_sso':
      return null
    default:
      throw as satisfies never
  }
}

const pageSize = 200
/** GitHub's memberships come in pages of 100. */
const mostTenants = 100

/** Memberships first, then the organizations that the domain of the address or a tenant may open. */
async function findCandidates(
  storage: StorageVerbs,
  { project, address, identity }: DiscoveringPerson,
  verified: OrganizationDomainRecord | null,
): Promise<Candidate[]> {
  const memberships = await readPages((page) => storage.members.listMemberships(project.id, address, page))
  const known = new Set(memberships.map(({ organization }) => organization.id))
  const found: Candidate[] = [...memberships]
  const others = [
    ...(await organizationsOfDomain(storage, project, verified)),
    ...(await organizationsOfTenants(storage, project, address, identity)),
  ]
  for (const organization of others) {
    if (!known.has(organization.id)) found.push({ organization, member: null })
    known.add(organization.id)
  }
  return found
}

async function organizationsOfDomain(
  storage: StorageVerbs,
  project: ProjectRecord,
  verified: OrganizationDomainRecord | null,
): Promise<OrganizationRecord[]> {
  const owner = verified && (await storage.organizations.get(project.id, verified.organizationId))
  if (project.environment === 'live') return owner === null ? [] : [owner]
  // A test project needs no proof, so any organization may allow the domain.
  const allowing = await readPages((page) => storage.organizations.listWithEmailJit(project.id, page))
  return [...(owner === null ? [] : [owner]), ...allowing.filter(({ id }) => id !== owner?.id)]
}

async function readPages<T>(read: (page: { cursor?: string; limit: number }) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const page = await read({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) })
    found.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

function organizationsOfTenants(
  storage: StorageVerbs,
  { id }: ProjectRecord,
  address: string,
  identity: ProvenIdentity | null,
): Promise<OrganizationRecord[]> | [] {
  const proof = joinProof(address, identity)
  if (proof.kind !== 'oauth' || proof.tenants.length === 0) return []
  const { provider, tenants } = proof
  return storage.organizations.listByTenants(id, provider, tenants.slice(0, mostTenants), pageSize)
}
