import { b2bOAuthProviders } from '@latchkey/contract'
import {
  type AdminMembersCreateRequest,
  type AdminOrganizationsUpdateRequest,
  adminEndpoints,
} from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { type AdministrationContext, createAdministration } from '../admin/administration.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { fakeTenants } from './social-login/tenants.ts'

interface SeededOrganization {
  name: string
  slug: string
  settings: AdminOrganizationsUpdateRequest
  /** Email domains that are verified without a TXT record. */
  domains: readonly string[]
  members: readonly AdminMembersCreateRequest[]
}

/** Ada is a member of both, so that a sign-in with her address finds two organizations. */
const organizations: readonly SeededOrganization[] = [
  {
    ...{ name: 'Acme', slug: 'acme', domains: ['acme.test'] },
    settings: {
      ...{ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.test'] },
      // People of Acme's tenant at the fakes may join, whatever their address.
      oauth_tenant_jit_provisioning: 'RESTRICTED',
      allowed_oauth_tenants: Object.fromEntries(
        b2bOAuthProviders.map((provider) => [provider, [fakeTenants.acme.ids[provider]]]),
      ),
    },
    members: [
      { email_address: 'ada@acme.test', name: 'Ada Lovelace', roles: [builtInRoleIds.admin] },
      { email_address: 'grace@acme.test', name: 'Grace Hopper' },
      { email_address: 'alan@example.com', name: 'Alan Turing', status: 'invited' },
    ],
  },
  {
    ...{ name: 'Globex', slug: 'globex', domains: [] },
    settings: { mfa_policy: 'REQUIRED_FOR_ALL' },
    members: [
      { email_address: 'katherine@globex.test', name: 'Katherine Johnson', roles: [builtInRoleIds.admin] },
      { email_address: 'ada@acme.test', name: 'Ada Lovelace' },
    ],
  },
]

/**
 * Creates the sample organizations with their members. Skips an organization whose slug is taken: what a developer
 * changed or deleted stays as it is.
 */
export async function seedOrganizations(context: AdministrationContext, project: ProjectRecord): Promise<void> {
  const administration = createAdministration(context, { operator: 'seed' })
  for (const { name, slug, settings, domains, members } of organizations) {
    const created = await administration
      .call(adminEndpoints.adminOrganizationsCreate, {
        project,
        request: { organization_name: name, organization_slug: slug },
      })
      .catch((error: unknown) => {
        if (error instanceof ProviderError && error.type === 'organization_slug_already_used') return null
        throw error
      })
    if (created === null) continue
    const params = { organization_id: created.organization.organization_id }
    for (const request of members)
      await administration.call(adminEndpoints.adminMembersCreate, { project, params, request })
    for (const domain of domains) await addVerifiedDomain(context, project.id, params.organization_id, domain)
    await administration.call(adminEndpoints.adminOrganizationsUpdate, { project, params, request: settings })
  }
}

async function addVerifiedDomain(
  { storage, clock, random }: AdministrationContext,
  projectId: string,
  organizationId: string,
  domain: string,
): Promise<void> {
  const now = clock.now()
  await storage.organizationDomains.insert({
    ...{ projectId, organizationId, domain, state: 'verified', verifiedAt: now, createdAt: now },
    token: Buffer.from(random.bytes(16)).toString('hex'),
    // Never checked, because no name service has this domain.
    ...{ claimedAt: null, checkedAt: null, failures: 0, nextCheckAt: null },
  })
}
