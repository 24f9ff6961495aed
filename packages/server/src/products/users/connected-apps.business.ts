import type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { requireMember } from '../../organizations/members/change-member.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import { organizationRealm } from '../../storage/realm.ts'
import { applicationView, connectedAppsOf, revokeConsent } from './connected-apps.ts'

/** The applications that active members of the organization have authorized. */
export async function listAppsOfOrganization(
  { storage }: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOrganizationConnectedAppsResponse>> {
  const { organization } = await requireSignedInMember(call)
  const apps = await storage.connectedApps.listOfOrganization(organizationRealm(organization))
  return { connected_apps: apps.map(applicationView) }
}

/** One of these applications, and who has authorized it. One that only other organizations use is not found. */
export async function getAppOfOrganization(
  { storage }: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOrganizationConnectedAppResponse>> {
  const { organization } = await requireSignedInMember(call)
  const id = call.params.connected_app_id ?? ''
  const consents = await storage.connectedApps.listOfMembers(organizationRealm(organization), id)
  const [first, ...rest] = consents
  if (first === undefined) throw new ProviderError('connected_app_not_found')
  const latest = rest.reduce((found, consent) => (consent.updatedAt > found.updatedAt ? consent : found), first)
  return {
    ...applicationView(latest),
    active_members: consents.map(({ accountId, scopes }) => ({ member_id: accountId, granted_scopes: scopes })),
  }
}

export async function listOwnApps(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bConnectedAppsResponse>> {
  const { member } = await requireSignedInMember(call)
  return { connected_apps: await connectedAppsOf(context, call, member.id) }
}

export async function revokeOwnApp(context: ProviderContext, call: Call<null>): Promise<object> {
  const { member, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  return revokeConsent(context, call, member.id, call.params.connected_app_id ?? '')
}

export async function listAppsOfMember(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bConnectedAppsResponse>> {
  const { organization } = await requireSignedInMember(call)
  const { id } = await requireMember(context.storage, organization, call.params.member_id ?? '')
  return { connected_apps: await connectedAppsOf(context, call, id) }
}

export async function revokeAppOfMember(context: ProviderContext, call: Call<null>): Promise<object> {
  const { organization, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  const { id } = await requireMember(context.storage, organization, call.params.member_id ?? '')
  return revokeConsent(context, call, id, call.params.connected_app_id ?? '')
}
