import type { B2bOrganizationConnectedAppResponse, B2bOrganizationConnectedAppsResponse } from '@latchkey/contract/b2b'
import { applicationView } from '../../accounts/connected-apps.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'

type AppsContext = Pick<ProviderContext, 'storage'>

/** The applications that active members of the organization have authorized. */
export async function appsOfOrganization(
  { storage }: AppsContext,
  organization: OrganizationRecord,
): Promise<DataOf<B2bOrganizationConnectedAppsResponse>> {
  const apps = await storage.connectedApps.listOfOrganization(organizationRealm(organization))
  return { connected_apps: apps.map(applicationView) }
}

/** One of these applications, and who has authorized it. One that only other organizations use is not found. */
export async function appOfOrganization(
  { storage }: AppsContext,
  organization: OrganizationRecord,
  id: string,
): Promise<DataOf<B2bOrganizationConnectedAppResponse>> {
  const consents = await storage.connectedApps.listOfMembers(organizationRealm(organization), id)
  const [first, ...rest] = consents
  if (first === undefined) throw new ProviderError('connected_app_not_found')
  const latest = rest.reduce((found, consent) => (consent.updatedAt > found.updatedAt ? consent : found), first)
  return {
    ...applicationView(latest),
    active_members: consents.map(({ accountId, scopes }) => ({ member_id: accountId, granted_scopes: scopes })),
  }
}
