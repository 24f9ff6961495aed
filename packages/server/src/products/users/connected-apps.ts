import type { UsersConnectedAppsResponse } from '@latchkey/contract'
import { connectedAppsOf, revokeConsent } from '../../accounts/connected-apps.ts'
import type { Call, DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'

/** The client applications that the user has authorized. */
export async function listConnectedApps(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<UsersConnectedAppsResponse>> {
  const { account } = await call.requireSession()
  return { connected_apps: await connectedAppsOf(context, call.project, account.id) }
}

/** Revoking consent is as much the user's decision as giving it, so an impersonator must not do it. */
export async function revokeConnectedApp(context: ProviderContext, call: Call<null>): Promise<object> {
  const { account, session } = await call.requireSession()
  refuseImpersonated(session)
  await revokeConsent(context, call, account.id, call.params.id ?? '')
  return {}
}
