import type {
  AdminImpersonationsRevokeRequest,
  AdminImpersonationsRevokeResponse,
  AdminImpersonationTokenRequest,
  AdminImpersonationTokenResponse,
} from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { createImpersonationToken, impersonationIdentifier } from '../../tokens/impersonation-token.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'

export async function createToken(
  context: AdminContext,
  call: AdminCall<AdminImpersonationTokenRequest>,
): Promise<DataOf<AdminImpersonationTokenResponse>> {
  const { user_id, impersonator } = call.request
  const actor = impersonator.trim()
  if (actor === '') throw refuseField('.impersonator', 'must not be empty', 'minLength')
  const { token, expiresAt } = await createImpersonationToken(context, call, { accountId: user_id, actor })
  return { impersonation_token: token, expires_at: rfc3339(expiresAt) }
}

/** For an operator who loses access: voids unredeemed impersonation tokens and ends impersonated sessions. */
export async function revokeImpersonations(
  context: AdminContext,
  call: AdminCall<AdminImpersonationsRevokeRequest>,
): Promise<DataOf<AdminImpersonationsRevokeResponse>> {
  const { project } = call
  const actor = call.request.impersonator.trim()
  const now = context.clock.now()
  const revoked = await context.storage.transaction(async (tx) => {
    // Tokens first: the session of a token that is redeemed concurrently exists when the next statement runs.
    const tokens = projectRealm(project.id)
    await tx.oneTime.voidEarlier(tokens, impersonationIdentifier(actor), ['impersonation'], now)
    const ended = await tx.sessions.revokeForActor(project.id, actor, now)
    await audit(tx, context, { ...call, impersonator: actor }, { event: 'impersonation_revoke', result: 'ok' })
    await endImpersonations(tx, context, call, ended)
    return ended
  })
  return { revoked }
}

/** Notifies client applications of ended sessions and audits them, in the same transaction. */
export async function endImpersonations(
  tx: StorageVerbs,
  context: AdminContext,
  call: AdminCall<unknown>,
  ended: readonly string[],
): Promise<void> {
  await announceSessionEnd(tx, context, call.project, ended)
  for (const targetId of ended) await audit(tx, context, call, { event: 'session_revoke', result: 'ok', targetId })
}
