import type { AuthenticationFactor } from '@latchkey/contract'
import { type AuditSource, audit } from '../audit/audit.ts'
import { registrationKinds } from '../methods/methods.ts'
import { announceSessionEnd, endGrantSessions } from '../notices/announce-session-end.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord, ProjectRecord, RegistrationRecord, SessionRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'

type EndContext = Pick<ProviderContext, 'vault' | 'clock' | 'random'>

/** Sessions are read in pages of this size. */
const pageSize = 100

/**
 * After a factor was removed: voids all secrets that were issued for the account, and ends the sessions that the factor
 * proved, with the grants of client applications from them. The session that removed it continues. Call it in the
 * transaction of the removal, which holds the row lock of the account.
 */
export async function endFactor(
  tx: StorageVerbs,
  context: EndContext,
  source: AuditSource & { project: ProjectRecord },
  { account, removed, remover }: { account: AccountRecord; removed: RegistrationRecord; remover: SessionRecord | null },
): Promise<void> {
  const { project } = source
  const now = context.clock.now()
  await tx.accounts.invalidateSecrets(project.id, account.id, now)
  // Includes secrets that were sent before the identifier had an account.
  await tx.oneTime.removeByIdentifier(account, `${removed.kind}:${removed.uniqueKey}`)
  await endEnrollments(tx, account)
  for (const { id } of await listSessionsProvenBy(tx, account, removed, now)) {
    if (id === remover?.id || !(await tx.sessions.revoke(project.id, id, now))) continue
    const grants = await tx.oauthGrants.listBySession(project.id, id)
    await announceSessionEnd(tx, context, project, [id])
    // Offline access outlives a session, but not the factor that it was granted with.
    for (const grant of grants) await tx.oauthGrants.revoke(project.id, grant, now)
    await endGrantSessions(tx, context, source, grants)
    await audit(tx, context, source, { event: 'session_revoke', result: 'ok', accountId: account.id, targetId: id })
  }
}

/** Removes registrations whose secret was shown but never proven: it must not become a factor later. */
export async function endEnrollments(tx: Pick<StorageVerbs, 'accounts'>, account: AccountRecord): Promise<void> {
  const pending = account.registrations.filter(
    ({ kind, verified }) => !verified && registrationKinds[kind].endsUnverified,
  )
  for (const { kind, id } of pending) await tx.accounts.removeRegistration(account.projectId, account.id, kind, id)
}

async function listSessionsProvenBy(
  tx: Pick<StorageVerbs, 'sessions'>,
  account: AccountRecord,
  removed: RegistrationRecord,
  now: number,
): Promise<SessionRecord[]> {
  const found: SessionRecord[] = []
  let cursor: string | undefined
  do {
    const options = { now, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) }
    const page = await tx.sessions.list(account.projectId, account.id, options)
    found.push(...page.items.filter(({ factors }) => factors.some((factor) => isProofOf(factor, removed))))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** A factor contains the id of its registration in a nested object; that of a password does not. */
function isProofOf(factor: AuthenticationFactor, { id, kind }: RegistrationRecord): boolean {
  if (kind === 'password') return factor.type === 'password'
  return Object.values(factor).some(
    (member) => typeof member === 'object' && member !== null && Object.values(member).includes(id),
  )
}
