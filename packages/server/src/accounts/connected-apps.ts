import type { ConnectedApp } from '@latchkey/contract'
import { type AuditSource, audit } from '../audit/audit.ts'
import { ProviderError } from '../core/provider-error.ts'
import { endGrantSessions } from '../notices/announce-session-end.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ConnectedAppRecord, ProjectRecord } from '../storage/records.ts'

/** The client applications that a user or a member has authorized. */
export async function connectedAppsOf(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
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

/** Ends what the application was given for the account, in one transaction. */
export async function revokeConsent(
  context: Pick<ProviderContext, 'storage' | 'vault' | 'clock' | 'random'>,
  source: AuditSource & { project: ProjectRecord },
  accountId: string,
  id: string,
): Promise<void> {
  const { project } = source
  await context.storage.transaction(async (tx) => {
    if (!(await tx.connectedApps.revoke(project.id, accountId, id))) throw new ProviderError('connected_app_not_found')
    // Also revokes every token that was issued for the consent, and every session that began with one.
    const grants = await tx.oauthGrants.revokeForClient(project.id, accountId, id, context.clock.now())
    await endGrantSessions(tx, context, source, grants)
    await audit(tx, context, source, { event: 'connected_app_revoke', result: 'ok', accountId, targetId: id })
  })
}
