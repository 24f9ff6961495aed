// Changes of an organization, for its admins, for backends and for the command line.
import type { JsonObject, RbacRole } from '@latchkey/contract'
import { isSlug, type OrganizationPolicies } from '@latchkey/contract/b2b'
import { type AuditSource, audit } from '../audit/audit.ts'
import { ProviderError } from '../core/provider-error.ts'
import { refuseField } from '../core/schema-issues.ts'
import { announceSessionEnd } from '../notices/announce-session-end.ts'
import { domainProofOf } from '../projects/default-settings.ts'
import type { ProviderContext } from '../provider-context.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { CustomRole, OrganizationRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { StorageConflictError } from '../storage/storage-error.ts'
import { noSsoOnlyFacts, readSsoOnlyFacts } from './break-glass.ts'
import { type CustomRolesChange, changeCustomRoles, withoutRoles } from './change-custom-roles.ts'
import { changeSettings, type SettingsFacts } from './change-settings.ts'
import { requireLogoUrl } from './insert-organization.ts'
import { type OrganizationPolicy, organizationPolicy } from './policy.ts'
import { storedRoles } from './roles.ts'
import { isReservedSlug } from './slug.ts'

type OrganizationContext = Pick<ProviderContext, 'storage' | 'vault' | 'clock' | 'random'>

/** Without a field, its value is kept. */
export interface OrganizationChange extends Partial<OrganizationPolicies> {
  organization_name?: string
  organization_slug?: string
  /** Empty removes the logo. */
  organization_logo_url?: string
  /** Replaces the roles that only this organization has. */
  custom_roles?: RbacRole[]
  trusted_metadata?: JsonObject
  organization_external_id?: string | null
}

export interface UpdateInput extends Pick<SettingsFacts, 'granter'> {
  source: AuditSource & { project: ProjectRecord }
  organizationId: string
  change: OrganizationChange
  /** The revision that the caller has seen; undefined accepts every one. */
  revision?: number | undefined
}

/** Changes the given fields. The whole change is stored or nothing. */
export async function updateOrganization(
  context: OrganizationContext & Pick<ProviderContext, 'disposableDomains'>,
  { source, organizationId, change, revision, granter }: UpdateInput,
): Promise<OrganizationRecord> {
  const { project } = source
  const now = context.clock.now()
  const changed = context.storage.transaction(async (tx) => {
    const before = await lockRow(tx, project, organizationId)
    if (revision !== undefined && revision !== before.revision) throw new ProviderError('settings_conflict')
    const roles = newCustomRoles(project, before, change, granter)
    const facts = await readFacts(tx, context, project, { ...before, customRoles: roles.all }, now)
    const settings = changeSettings(withoutRoles(before.settings, roles.deleted), change, { ...facts, granter })
    if (change.email_allowed_domains) await requireFreeDomains(tx, before, organizationPolicy(settings))
    const next = { settings, ...(await newNames(tx, before, change)) }
    if (!(await tx.organizations.update(project.id, before.id, before.revision, next, now)))
      throw new ProviderError('settings_conflict')
    await storeCustomRoles(tx, before, roles, now)
    await audit(tx, context, source, { event: 'organization_update', result: 'ok', targetId: before.id })
    return requireRow(tx, project, before.id)
  })
  return changed.catch((error: unknown) => {
    // Another request took the slug or the external id since it was read.
    throw error instanceof StorageConflictError ? conflictOf(change) : error
  })
}

/** Null ends the suspension. */
export async function suspendOrganization(
  context: OrganizationContext,
  source: UpdateInput['source'],
  organizationId: string,
  isSuspended: boolean,
): Promise<OrganizationRecord> {
  const { project } = source
  const now = context.clock.now()
  return context.storage.transaction(async (tx) => {
    const ended = await tx.organizations.suspend(project.id, organizationId, isSuspended ? now : null, now)
    if (ended === null) throw new ProviderError('organization_not_found')
    await announceSessionEnd(tx, context, project, ended)
    const event = isSuspended ? 'organization_suspend' : 'organization_resume'
    await audit(tx, context, source, { event, result: 'ok', targetId: organizationId })
    return requireRow(tx, project, organizationId)
  })
}

/** Ends the sessions of all members, and frees the domains of the organization. */
export async function removeOrganization(
  context: OrganizationContext,
  source: UpdateInput['source'],
  organizationId: string,
): Promise<void> {
  const { project } = source
  await context.storage.transaction(async (tx) => {
    const ended = await tx.organizations.remove(project.id, organizationId, context.clock.now())
    if (ended === null) throw new ProviderError('organization_not_found')
    const owner = { projectId: project.id, organizationId }
    for (const { domain } of await tx.organizationDomains.list(owner))
      await tx.organizationDomains.remove(owner, domain)
    await announceSessionEnd(tx, context, project, ended)
    await audit(tx, context, source, { event: 'organization_delete', result: 'ok', targetId: organizationId })
  })
}

/** Locked, so that no change of members and connections is missed on which the settings depend. */
async function lockRow(
  tx: Pick<StorageVerbs, 'organizations'>,
  project: ProjectRecord,
  organizationId: string,
): Promise<OrganizationRecord> {
  const found = await tx.organizations.lockRow(project.id, organizationId)
  if (found === null) throw new ProviderError('organization_not_found')
  return found
}

async function requireRow(
  tx: Pick<StorageVerbs, 'organizations'>,
  project: ProjectRecord,
  organizationId: string,
): Promise<OrganizationRecord> {
  const found = await tx.organizations.get(project.id, organizationId)
  if (found === null) throw new ProviderError('organization_not_found')
  return found
}

async function readFacts(
  tx: Pick<StorageVerbs, 'organizationDomains' | 'ssoConnections' | 'members' | 'sessions'>,
  { disposableDomains }: Pick<ProviderContext, 'disposableDomains'>,
  project: ProjectRecord,
  organization: OrganizationRecord,
  now: number,
): Promise<Omit<SettingsFacts, 'granter'>> {
  const { id: organizationId } = organization
  const domains = await tx.organizationDomains.list({ projectId: project.id, organizationId })
  const connections = await tx.ssoConnections.list(organizationRealm(organization))
  return {
    ...{ domainProof: domainProofOf(project), disposableDomains },
    enabledMethods: project.settings.enabledMethods,
    verifiedDomains: domains.filter(({ state }) => state === 'verified').map(({ domain }) => domain),
    rbac: storedRoles(project, organization),
    connections: connections.map(({ id, status }) => ({ id, isActive: status === 'active' })),
    // Without a connection, no other fact matters.
    ssoOnly: connections.length === 0 ? noSsoOnlyFacts : await readSsoOnlyFacts(tx, organization, now),
    now,
  }
}

/** The roles of the organization after the change, and what is to be stored. */
function newCustomRoles(
  { settings: { rbacPolicy: policy } }: ProjectRecord,
  { customRoles }: OrganizationRecord,
  { custom_roles: next }: OrganizationChange,
  granter: UpdateInput['granter'],
): CustomRolesChange & { all: CustomRole[] } {
  if (next === undefined) return { created: [], updated: [], deleted: [], all: customRoles }
  const change = changeCustomRoles(customRoles, next, { policy, granter })
  const gone = new Set([...change.updated, ...change.deleted].map(({ roleId }) => roleId))
  const kept = customRoles.filter(({ roleId }) => !gone.has(roleId))
  return { ...change, all: [...kept, ...change.created, ...change.updated] }
}

/** A deleted role leaves all members, so that a later role with its id is not theirs. */
async function storeCustomRoles(
  tx: Pick<StorageVerbs, 'roles'>,
  organization: OrganizationRecord,
  { created, updated, deleted }: CustomRolesChange,
  now: number,
): Promise<void> {
  const realm = organizationRealm(organization)
  for (const { roleId } of deleted) await tx.roles.removeCustom(realm, roleId)
  for (const { roleId, ...role } of updated) await tx.roles.updateCustom(realm, roleId, role, now)
  for (const role of created) await tx.roles.insertCustom({ ...realm, ...role, createdAt: now, updatedAt: now })
}

/** Rejects domains that another organization has proven: their addresses are those of its members. */
export async function requireFreeDomains(
  tx: Pick<StorageVerbs, 'organizationDomains'>,
  { projectId, id }: OrganizationRecord,
  { emailAllowedDomains }: Pick<OrganizationPolicy, 'emailAllowedDomains'>,
): Promise<void> {
  for (const domain of emailAllowedDomains) {
    const holder = await tx.organizationDomains.findVerified(projectId, domain)
    if (holder !== null && holder.organizationId !== id)
      throw new ProviderError('organization_settings_duplicate_domain')
  }
}

async function newNames(
  tx: Pick<StorageVerbs, 'organizations'>,
  before: OrganizationRecord,
  change: OrganizationChange,
): Promise<Partial<OrganizationRecord>> {
  const { organization_name: name, organization_slug: slug, organization_logo_url: logo } = change
  const { trusted_metadata: trustedMetadata, organization_external_id: externalId } = change
  if (name !== undefined && name.trim() === '')
    throw refuseField('.organization_name', 'must not be empty', 'minLength')
  if (logo !== undefined) requireLogoUrl(logo)
  if (slug !== undefined && slug !== before.slug) await requireFreeSlug(tx, before, slug)
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(slug === undefined ? {} : { slug }),
    ...(logo === undefined ? {} : { logoUrl: logo === '' ? null : logo }),
    ...(trustedMetadata === undefined ? {} : { trustedMetadata }),
    ...(externalId === undefined ? {} : { externalId }),
  }
}

async function requireFreeSlug(
  tx: Pick<StorageVerbs, 'organizations'>,
  { projectId }: OrganizationRecord,
  slug: string,
): Promise<void> {
  if (!isSlug(slug)) throw refuseField('.organization_slug', 'must be 2 to 128 of a-z, 0-9, -, ., _ and ~', 'format')
  if (isReservedSlug(slug) || (await tx.organizations.getBySlug(projectId, slug)) !== null)
    throw new ProviderError('organization_slug_already_used')
}

/** A change of both is rare: then the slug is named. */
function conflictOf({ organization_slug: slug }: OrganizationChange): ProviderError {
  return new ProviderError(slug === undefined ? 'duplicate_external_id' : 'organization_slug_already_used')
}
