import type { AdminOrganizationsRevokeConnectedAppResponse } from '@latchkey/contract/admin'
import type {
  B2bConnectedAppsResponse,
  B2bOrganizationConnectedAppResponse,
  B2bOrganizationConnectedAppsResponse,
} from '@latchkey/contract/b2b'
import { connectedAppsOf, revokeConsent } from '../../accounts/connected-apps.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { DataOf } from '../../core/route.ts'
import { requireMember } from '../../organizations/members/change-member.ts'
import { appOfOrganization, appsOfOrganization } from '../../organizations/members/connected-apps.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { idOf, sourceOf } from './members.service.ts'

export async function listAppsOfOrganization(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<B2bOrganizationConnectedAppsResponse>> {
  return appsOfOrganization(context, (await sourceOf(context, call)).organization)
}

export async function getAppOfOrganization(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<B2bOrganizationConnectedAppResponse>> {
  return appOfOrganization(context, (await sourceOf(context, call)).organization, appIdOf(call))
}

/** One transaction for each member: a call that is repeated after a failure continues. */
export async function revokeAppOfOrganization(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<AdminOrganizationsRevokeConnectedAppResponse>> {
  const { active_members } = await getAppOfOrganization(context, call)
  const revoked: string[] = []
  for (const { member_id } of active_members) {
    try {
      await revokeConsent(context, call, member_id, appIdOf(call))
      revoked.push(member_id)
    } catch (error) {
      // The member has revoked it since.
      if (!(error instanceof ProviderError) || error.type !== 'connected_app_not_found') throw error
    }
  }
  return { revoked }
}

export async function listAppsOfMember(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<B2bConnectedAppsResponse>> {
  return { connected_apps: await connectedAppsOf(context, call.project, await memberIdOf(context, call)) }
}

export async function revokeAppOfMember(context: AdminContext, call: AdminCall<null>): Promise<object> {
  await revokeConsent(context, call, await memberIdOf(context, call), appIdOf(call))
  return {}
}

/** A member of another organization is not found. */
async function memberIdOf(context: AdminContext, call: AdminCall<null>): Promise<string> {
  const { organization } = await sourceOf(context, call)
  return (await requireMember(context.storage, organization, idOf(call))).id
}

function appIdOf({ params }: AdminCall<null>): string {
  return params.connected_app_id ?? ''
}
