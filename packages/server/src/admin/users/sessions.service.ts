import type {
  AdminSessionsListRequest,
  AdminSessionsListResponse,
  AdminSessionsRevokeRequest,
  AdminSessionsRevokeResponse,
} from '@latchkey/contract/admin'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { sessionView } from '../../sessions/session-view.ts'
import type { AccountRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { requireUser } from './users.service.ts'

const defaultPageSize = 50

export async function listSessions(
  { storage, clock }: AdminContext,
  { project, request }: AdminCall<AdminSessionsListRequest>,
): Promise<DataOf<AdminSessionsListResponse>> {
  const { user_id, cursor, limit = defaultPageSize } = request
  const account = await requireUser(storage, project, user_id)
  const page = { now: clock.now(), limit, ...(cursor === undefined ? {} : { cursor }) }
  const { items, nextCursor } = await storage.sessions.list(project.id, account.id, page)
  const roles = project.vertical === 'B2B' ? await rolesOfMember(storage, project, account) : account.roles
  return { sessions: items.map((session) => sessionView(session, { roles })), next_cursor: nextCursor }
}

/** From all sources, as a session of the member has them. */
async function rolesOfMember(
  { members, organizations }: Pick<StorageVerbs, 'members' | 'organizations'>,
  project: ProjectRecord,
  { id, organizationId }: AccountRecord,
): Promise<string[]> {
  if (organizationId === null) return []
  const organization = await organizations.get(project.id, organizationId)
  const member = await members.get({ projectId: project.id, organizationId }, id)
  if (organization === null || member === null) return []
  return memberState(project, organization, member).roles.map(({ roleId }) => roleId)
}

export async function revokeSessions(
  context: AdminContext,
  call: AdminCall<AdminSessionsRevokeRequest>,
): Promise<DataOf<AdminSessionsRevokeResponse>> {
  const { project, request } = call
  const { session_id, user_id } = request
  if ((session_id === undefined) === (user_id === undefined))
    throw refuseField('.session_id', 'or user_id is required, but not both', 'required')
  const revoked = await context.storage.transaction(async (tx) => {
    const now = context.clock.now()
    // The row lock waits for a session that a client application is starting, or prevents it.
    if (user_id !== undefined) await lockAccountRow(tx, await requireUser(tx, project, user_id), now)
    const ended =
      session_id === undefined
        ? await tx.sessions.revokeForSubject(project.id, user_id ?? '', now)
        : (await tx.sessions.revoke(project.id, session_id, now))
          ? [session_id]
          : []
    if (session_id !== undefined && ended.length === 0) throw new ProviderError('session_not_found')
    await announceSessionEnd(tx, context, project, ended)
    // Signing out everywhere includes grants with offline access, which do not depend on a session.
    if (user_id !== undefined) await tx.oauthGrants.revokeForAccount(project.id, user_id, now)
    for (const targetId of ended) await audit(tx, context, call, { event: 'session_revoke', result: 'ok', targetId })
    return ended
  })
  return { revoked }
}
