import type { Instant } from './instant.ts'

/** An email domain that an organization has or wants to prove. */
export interface OrganizationDomainRecord {
  projectId: string
  organizationId: string
  /** A-labels in lower case. */
  domain: string
  /** The value of the TXT record that proves the domain. Not secret. */
  token: string
  /** `verified` is proven; `lapsed` was proven; `pending` was never proven, or not yet for long enough. */
  state: 'pending' | 'verified' | 'lapsed'
  verifiedAt: Instant | null
  /** When the organization that has the domain verified got the notice that this one claims it; null without a claim. */
  claimedAt: Instant | null
  checkedAt: Instant | null
  /** Failed checks of a verified domain in a row. */
  failures: number
  /** Null if the domain is checked on request only. */
  nextCheckAt: Instant | null
  createdAt: Instant
}

/** The organization whose domains a verb reads or changes. */
export interface DomainOwner {
  projectId: string
  organizationId: string
}

export interface OrganizationDomainVerbs {
  /** False if the organization has the domain already. */
  insert(domain: OrganizationDomainRecord): Promise<boolean>
  get(owner: DomainOwner, domain: string): Promise<OrganizationDomainRecord | null>
  /** By domain. */
  list(owner: DomainOwner): Promise<OrganizationDomainRecord[]>
  /** The organization that has the domain verified; at most one in a project. */
  findVerified(projectId: string, domain: string): Promise<OrganizationDomainRecord | null>
  /**
   * The domain in all organizations of the project, by organization. Locks the rows until the transaction ends: of two
   * simultaneous verifications, the second one sees the result of the first.
   */
  lockByDomain(projectId: string, domain: string): Promise<OrganizationDomainRecord[]>
  /** Stores the result of a check; false if the organization does not have the domain. */
  update(
    owner: DomainOwner,
    domain: string,
    change: Pick<
      OrganizationDomainRecord,
      'state' | 'verifiedAt' | 'claimedAt' | 'checkedAt' | 'failures' | 'nextCheckAt'
    >,
  ): Promise<boolean>
  /** False if the organization does not have the domain. */
  remove(owner: DomainOwner, domain: string): Promise<boolean>
  /** The domains whose check is due, of all projects. Sets the time of their next check: no other call gets them too. */
  takeDue(options: { now: Instant; nextCheckAt: Instant; limit: number }): Promise<OrganizationDomainRecord[]>
}
