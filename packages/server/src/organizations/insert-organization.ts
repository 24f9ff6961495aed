import type { JsonObject } from '@latchkey/contract'
import { isSlug } from '@latchkey/contract/b2b'
import { newId } from '../core/ids.ts'
import { ProviderError } from '../core/provider-error.ts'
import { refuseField } from '../core/schema-issues.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { OrganizationRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { isLogoUrl } from '../urls/logo-url.ts'
import { newOrganization } from './new-organization.ts'
import { isReservedSlug, slugCandidates } from './slug.ts'

export interface NewOrganization {
  project: Pick<ProjectRecord, 'id' | 'environment'>
  name: string
  /** Defaults to the first free slug of the name. */
  slug?: string | undefined
  logoUrl?: string | undefined
  /** Checked by the caller. */
  settings?: JsonObject
}

/** Stores an organization with the given slug, or with the first free one of its name. */
export async function insertOrganization(
  tx: Pick<StorageVerbs, 'organizations'>,
  { clock, random }: Pick<ProviderContext, 'clock' | 'random'>,
  { project, name: given, slug, logoUrl, settings = {} }: NewOrganization,
): Promise<OrganizationRecord> {
  const name = given.trim()
  if (name === '') throw refuseField('.organization_name', 'must not be empty', 'minLength')
  if (slug !== undefined && !isSlug(slug))
    throw refuseField('.organization_slug', 'must be 2 to 128 of a-z, 0-9, -, ., _ and ~', 'format')
  if (slug !== undefined && isReservedSlug(slug)) throw new ProviderError('organization_slug_already_used')
  if (logoUrl !== undefined) requireLogoUrl(logoUrl)
  const now = clock.now()
  const id = newId('organization', project.environment, now, random)
  for (const candidate of slug === undefined ? slugCandidates(name, random) : [slug]) {
    const plain = newOrganization({ projectId: project.id, id, name, slug: candidate, now })
    const created = { ...plain, logoUrl: logoUrl || null, settings }
    if (await tx.organizations.insert(created)) return created
  }
  throw new ProviderError('organization_slug_already_used')
}

/** The browsers of all who may join fetch the logo. An empty address removes it. */
export function requireLogoUrl(logoUrl: string): void {
  if (logoUrl !== '' && !isLogoUrl(logoUrl))
    throw refuseField('.organization_logo_url', 'must be an absolute https URL', 'format')
}
