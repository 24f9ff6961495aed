import { lockAccountRow } from '../../accounts/lock-account.ts'
import { addRegistration } from '../../accounts/new-account.ts'
import { newPasswordRegistration } from '../../accounts/password-registration.ts'
import { audit } from '../../audit/audit.ts'
import type { Random } from '../../core/clock-and-random.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import { notify } from '../../notices/notify.ts'
import { judgePassword, passwordPolicyOf } from '../../passwords/policy.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { AccountRecord, ProjectRecord, RegistrationRecord, SessionRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/** Enforces the project's policy. Callers must limit its use, because one thread checks all passwords. */
export async function requireGoodPassword(
  context: ProviderContext,
  call: Call<unknown>,
  password: string,
  email: string | null,
): Promise<void> {
  const { project } = call
  const about = { email, projectName: project.name }
  const { verdict, breach } = await judgePassword(context, passwordPolicyOf(project), password, about)
  if (breach === 'unknown') await noteSkippedCheck(context, call)
  if (verdict.breached_password) throw new ProviderError('breached_password')
  if (!verdict.valid_password) throw new ProviderError('weak_password')
}

/** Audits that a password was accepted although the breach list could not be reached. */
export async function noteSkippedCheck(context: ProviderContext, call: Call<unknown>): Promise<void> {
  await audit(context.storage, context, call, { event: 'breach_check_skipped', result: 'ok' })
}

export function passwordOf(account: AccountRecord): RegistrationRecord | undefined {
  return account.registrations.find(({ kind }) => kind === 'password')
}

/** Stores the first password of a user, or replaces the existing one. */
export async function storePassword(
  tx: StorageVerbs,
  input: { project: ProjectRecord; account: AccountRecord; hash: string; now: number; random: Random },
): Promise<{ account: AccountRecord; registrationId: string }> {
  const { project, account, hash, now, random } = input
  const registration = passwordOf(account) ?? newPasswordRegistration(project, account, now, random)
  if (!account.registrations.includes(registration)) await addRegistration(tx, registration)
  await tx.passwords.set({ projectId: project.id, id: registration.id, hash, setAt: now })
  await tx.accounts.setRegistrationDetails(project.id, account.id, 'password', registration.id, {
    requires_reset: false,
  })
  return { account: (await tx.accounts.get(project.id, account.id)) ?? account, registrationId: registration.id }
}

/**
 * Follows a password change: ends the user's other sessions and the grants of client applications, voids reset links,
 * and notifies the user.
 */
export async function endEarlierAccess(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  changed: { account: AccountRecord; session: Pick<SessionRecord, 'id'> | null },
): Promise<void> {
  await endOtherSessions(tx, context, call, changed)
  await notify(tx, context, call, changed.account, 'password_changed')
}

/** The same without a notice. */
export async function endOtherSessions(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  { account, session }: { account: AccountRecord; session: Pick<SessionRecord, 'id'> | null },
): Promise<void> {
  const { project } = call
  const now = context.clock.now()
  for (const { kind, uniqueKey } of account.registrations) {
    if (kind === 'email')
      await tx.oneTime.voidEarlier(account, `email:${uniqueKey}`, ['password_reset', 'password_reset_login'], now)
  }
  // Locked first, so that a session which a client application begins now is either visible here or rejected.
  await lockAccountRow(tx, account, now)
  const own = session === null ? undefined : { sessionId: session.id }
  const ended = await tx.sessions.revokeForSubject(project.id, account.id, now, own)
  await announceSessionEnd(tx, context, project, ended, own)
  // Grants can outlive sessions: an attacker who had the account must not return through one.
  await tx.oauthGrants.revokeForAccount(project.id, account.id, now)
  for (const targetId of ended)
    await audit(tx, context, call, { event: 'session_revoke', result: 'ok', accountId: account.id, targetId })
}
