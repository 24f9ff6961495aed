import type { ConnectedApp, UsersConnectedAppsResponse } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { endGrantSessions } from '../../notices/announce-session-end.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import type { ConnectedAppRecord } from '../../storage/records.ts'

/** The client applications that the user has authorized. */
export async function listConnectedApps(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<UsersConnectedAppsResponse>> {
  const { account } = await call.requireSession()
  return { connected_apps: await connectedAppsOf(context, call, account.id) }
}

/** Revoking consent is as much the user's decision as giving it, so an impersonator must not do it. */
export async function revokeConnectedApp(context: ProviderContext, call: Call<null>): Promise<object> {
  const { account, session } = await call.requireSession()
  refuseImpersonated(session)
  return revokeConsent(context, call, account.id, call.params.id ?? '')
}

export async function connectedAppsOf(
  { storage }: ProviderContext,
  { project }: Call<unknown>,
  accountId: string,
): Promise<ConnectedApp[]> {
  const apps = await storage.connectedApps.list(project.id, accountId)
  return apps.map((app) => ({ ...applicationView(app), scopes_granted: app.scopes.join(' ') }))
}

/** What a consent says about the application. */
export function applicationView(app: ConnectedAppRecord): Omit<ConnectedApp, 'scopes_granted'> {
  return {
    connected_app_id: app.id,
    name: app.name,
    description: app.description,
    client_type: app.clientType,
    ...(app.logoUrl === null ? {} : { logo_url: app.logoUrl }),
  }
}

export async function revokeConsent(
  context: ProviderContext,
  call: Call<unknown>,
  accountId: string,
  id: string,
): Promise<object> {
  const { project } = call
  await context.storage.transaction(async (tx) => {
    if (!(await tx.connectedApps.revoke(project.id, accountId, id))) throw new ProviderError('connected_app_not_found')
    // Also revokes every token that was issued for the consent, and every session that began with one.
    const grants = await tx.oauthGrants.revokeForClient(project.id, accountId, id, context.clock.now())
    await endGrantSessions(tx, context, call, grants)
    await audit(tx, context, call, { event: 'connected_app_revoke', result: 'ok', accountId, targetId: id })
  })
  return {}
}
