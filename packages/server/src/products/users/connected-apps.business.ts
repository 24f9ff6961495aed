import type { B2bConnectedAppsResponse } from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { requireMember } from '../../organizations/members/change-member.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import { connectedAppsOf, revokeConsent } from './connected-apps.ts'

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
