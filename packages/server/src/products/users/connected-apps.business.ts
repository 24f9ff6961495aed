import type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
} from '@latchkey/contract/b2b'
import { connectedAppsOf, revokeConsent } from '../../accounts/connected-apps.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { requireMember } from '../../organizations/members/change-member.ts'
import { appOfOrganization, appsOfOrganization } from '../../organizations/members/connected-apps.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'

export async function listAppsOfOrganization(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOrganizationConnectedAppsResponse>> {
  const { organization } = await requireSignedInMember(call)
  return appsOfOrganization(context, organization)
}

export async function getAppOfOrganization(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOrganizationConnectedAppResponse>> {
  const { organization } = await requireSignedInMember(call)
  return appOfOrganization(context, organization, call.params.connected_app_id ?? '')
}

export async function listOwnApps(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bConnectedAppsResponse>> {
  const { member } = await requireSignedInMember(call)
  return { connected_apps: await connectedAppsOf(context, call.project, member.id) }
}

export async function revokeOwnApp(context: ProviderContext, call: Call<null>): Promise<object> {
  const { member, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  await revokeConsent(context, call, member.id, call.params.connected_app_id ?? '')
  return {}
}

export async function listAppsOfMember(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bConnectedAppsResponse>> {
  const { organization } = await requireSignedInMember(call)
  const { id } = await requireMember(context.storage, organization, call.params.member_id ?? '')
  return { connected_apps: await connectedAppsOf(context, call.project, id) }
}

export async function revokeAppOfMember(context: ProviderContext, call: Call<null>): Promise<object> {
  const { organization, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  const { id } = await requireMember(context.storage, organization, call.params.member_id ?? '')
  await revokeConsent(context, call, id, call.params.connected_app_id ?? '')
  return {}
}
