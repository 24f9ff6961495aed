// The domains of an organization, for every caller: the admin API, the command line and the daily check.
import { type AuditEntry, type AuditSource, audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { canonicalDomain } from '../../identifiers/domain-name.ts'
import { notifyAdmins } from '../../notices/notify-admins.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { DomainOwner, OrganizationDomainRecord } from '../../storage/organization-domains.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { type DomainProblem, domainProblem } from './domain-problem.ts'
import { findProof } from './domain-proof.ts'
import { afterCheck, afterTakeover, type DomainCheck, type DomainStatus, nextCheckAt } from './domain-state.ts'

/** Each verified domain is looked up once a day. */
export const maxDomains = 50

type DomainContext = Pick<ProviderContext, 'storage' | 'vault' | 'clock' | 'random' | 'lookupTxt' | 'disposableDomains'>
/** Notices need the project with its settings. */
type CheckSource = AuditSource & { project: ProjectRecord }

const errors: Readonly<Record<DomainProblem, ConstructorParameters<typeof ProviderError>[0]>> = {
  public_suffix: 'organization_settings_domain_too_common',
  free_mail: 'organization_settings_domain_too_common',
  disposable: 'organization_settings_disposable_domain',
}

/** The canonical form of a domain that an organization may have; throws for every other text. */
export function requireAllowedDomain(
  { disposableDomains }: Pick<ProviderContext, 'disposableDomains'>,
  text: string,
  dataPath: string,
): string {
  const domain = canonicalDomain(text.trim())
  if (domain === null) throw refuseField(dataPath, 'must be a domain such as acme.example', 'format')
  const problem = domainProblem(domain, disposableDomains)
  if (problem !== null) throw new ProviderError(errors[problem])
  return domain
}

export async function addDomain(
  context: DomainContext,
  source: AuditSource,
  owner: DomainOwner,
  text: string,
): Promise<OrganizationDomainRecord> {
  const { storage, clock, random } = context
  const added: OrganizationDomainRecord = {
    ...{ projectId: owner.projectId, organizationId: owner.organizationId },
    domain: requireAllowedDomain(context, text, '.domain'),
    token: Buffer.from(random.bytes(24)).toString('base64url'),
    ...{ state: 'pending', verifiedAt: null, claimedAt: null, checkedAt: null, failures: 0, nextCheckAt: null },
    createdAt: clock.now(),
  }
  await storage.transaction(async (tx) => {
    if (!(await tx.organizationDomains.insert(added))) throw new ProviderError('organization_settings_duplicate_domain')
    if ((await tx.organizationDomains.list(owner)).length > maxDomains)
      throw refuseField('.domain', `must be one of at most ${maxDomains} domains of the organization`, 'maxItems')
    await audit(tx, context, source, entry('organization_domain_add', added))
  })
  return added
}

/** Reads the TXT record of a domain now and stores the result. */
export async function checkDomain(
  context: DomainContext,
  source: CheckSource,
  owner: DomainOwner,
  text: string,
): Promise<OrganizationDomainRecord> {
  const domain = canonicalDomain(text)
  const found = domain === null ? null : await context.storage.organizationDomains.get(owner, domain)
  const checked = found && (await checkFound(context, source, found, 'request'))
  if (checked === null) throw new ProviderError('organization_domain_not_found')
  return checked
}

export async function removeDomain(
  context: Pick<DomainContext, 'storage' | 'clock' | 'random'>,
  source: AuditSource,
  owner: DomainOwner,
  text: string,
): Promise<void> {
  const domain = canonicalDomain(text)
  await context.storage.transaction(async (tx) => {
    if (domain === null || !(await tx.organizationDomains.remove(owner, domain)))
      throw new ProviderError('organization_domain_not_found')
    await audit(tx, context, source, entry('organization_domain_remove', { ...owner, domain }))
  })
}

/** Null if the organization removed the domain while its record was read. */
export async function checkFound(
  context: DomainContext,
  source: CheckSource,
  found: OrganizationDomainRecord,
  cause: DomainCheck['cause'],
): Promise<OrganizationDomainRecord | null> {
  const { projectId, organizationId, domain, token } = found
  const proof = await findProof(context.lookupTxt, domain, token)
  const now = context.clock.now()
  return context.storage.transaction(async (tx) => {
    const rows = await tx.organizationDomains.lockByDomain(projectId, domain)
    const before = rows.find((row) => row.organizationId === organizationId && row.token === token)
    if (before === undefined) return null
    const holder = rows.find((row) => row.organizationId !== organizationId && row.state === 'verified')
    const { status, effects } = afterCheck({ status: before, proof, cause, isHeldByOther: holder !== undefined, now })
    // The holder first: a domain is verified once in a project.
    if (holder !== undefined && effects.includes('take_over')) {
      await store(tx, holder, afterTakeover(holder), now)
      await audit(tx, context, source, entry('organization_domain_lapse', holder))
      await notifyAdmins(tx, context, source, { ...holder, kind: 'domain_taken_over', about: holder.domain })
    }
    const after = await store(tx, before, status, now)
    if (holder !== undefined && effects.includes('notify_holder_of_claim')) {
      await audit(tx, context, source, entry('organization_domain_claim', after))
      await notifyAdmins(tx, context, source, { ...holder, kind: 'domain_claimed', about: holder.domain })
    }
    if (effects.includes('notify_of_lapse'))
      await notifyAdmins(tx, context, source, { ...after, kind: 'domain_lapsed', about: after.domain })
    if (before.state !== after.state)
      await audit(
        tx,
        context,
        source,
        entry(after.state === 'verified' ? 'organization_domain_verify' : 'organization_domain_lapse', after),
      )
    return after
  })
}

async function store(
  tx: Pick<StorageVerbs, 'organizationDomains'>,
  before: OrganizationDomainRecord,
  { state, verifiedAt, claimedAt, checkedAt, failures }: DomainStatus,
  now: number,
): Promise<OrganizationDomainRecord> {
  const change = { state, verifiedAt, claimedAt, checkedAt, failures }
  const after = { ...before, ...change, nextCheckAt: nextCheckAt(change, now) }
  await tx.organizationDomains.update(before, before.domain, after)
  return after
}

/** A domain is public, other than an address of a person. */
function entry(
  event: AuditEntry['event'],
  { organizationId, domain }: Pick<OrganizationDomainRecord, 'organizationId' | 'domain'>,
): AuditEntry {
  return { event, result: 'ok', targetId: `${organizationId}/${domain}` }
}
