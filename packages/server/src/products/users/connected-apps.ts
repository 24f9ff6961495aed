import type { UsersConnectedAppsResponse } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { endGrantSessions } from '../../notices/announce-session-end.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'

/** The client applications that the user has authorized. */
export async function listConnectedApps(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<UsersConnectedAppsResponse>> {
  const { account } = await call.requireSession()
  const apps = await context.storage.connectedApps.list(call.project.id, account.id)
  return {
    connected_apps: apps.map((app) => ({
      connected_app_id: app.id,
      name: app.name,
      description: app.description,
      client_type: app.clientType,
      ...(app.logoUrl === null ? {} : { logo_url: app.logoUrl }),
      scopes_granted: app.scopes.join(' '),
    })),
  }
}

/** Revoking consent is as much the user's decision as giving it, so an impersonator must not do it. */
export async function revokeConnectedApp(context: ProviderContext, call: Call<null>): Promise<object> {
  const { account, session } = await call.requireSession()
  refuseImpersonated(session)
  const id = call.params.id ?? ''
  await context.storage.transaction(async (tx) => {
    if (!(await tx.connectedApps.revoke(call.project.id, account.id, id)))
      throw new ProviderError('connected_app_not_found')
    // Also revokes every token that was issued for the consent, and every session that began with one.
    const grants = await tx.oauthGrants.revokeForClient(call.project.id, account.id, id, context.clock.now())
    await endGrantSessions(tx, context, call, grants)
    await audit(tx, context, call, { event: 'connected_app_revoke', result: 'ok', accountId: account.id, targetId: id })
  })
  return {}
}
