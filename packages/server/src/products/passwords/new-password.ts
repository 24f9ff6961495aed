import { lockUserRow } from '../../accounts/lock-user.ts'
import { addRegistration } from '../../accounts/new-user.ts'
import { newPasswordRegistration } from '../../accounts/password-registration.ts'
import { audit } from '../../audit/audit.ts'
import type { Random } from '../../core/clock-and-random.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import { notify } from '../../notices/notify.ts'
import { judgePassword, passwordPolicyOf } from '../../passwords/policy.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProvenFactor } from '../../sessions/prove-factor.ts'
import type { ProjectRecord, RegistrationRecord, UserRecord } from '../../storage/records.ts'
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

export function passwordOf(user: UserRecord): RegistrationRecord | undefined {
  return user.registrations.find(({ kind }) => kind === 'password')
}

/** Stores the first password of a user, or replaces the existing one. */
export async function storePassword(
  tx: StorageVerbs,
  input: { project: ProjectRecord; user: UserRecord; hash: string; now: number; random: Random },
): Promise<{ user: UserRecord; registrationId: string }> {
  const { project, user, hash, now, random } = input
  const registration = passwordOf(user) ?? newPasswordRegistration(project, user.id, now, random)
  if (!user.registrations.includes(registration)) await addRegistration(tx, registration)
  await tx.passwords.set({ projectId: project.id, id: registration.id, hash, setAt: now })
  await tx.users.setRegistrationDetails(project.id, user.id, 'password', registration.id, { requires_reset: false })
  return { user: (await tx.users.get(project.id, user.id)) ?? user, registrationId: registration.id }
}

/**
 * Follows a password change: ends the user's other sessions and the grants of client applications, voids reset links,
 * and notifies the user.
 */
export async function endEarlierAccess(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  { user, session }: ProvenFactor,
): Promise<void> {
  const { project } = call
  const now = context.clock.now()
  for (const { kind, uniqueKey } of user.registrations) {
    if (kind === 'email')
      await tx.oneTime.voidEarlier(project.id, `email:${uniqueKey}`, ['password_reset', 'password_reset_login'], now)
  }
  // Locked first, so that a session which a client application begins now is either visible here or rejected.
  await lockUserRow(tx, user, now)
  const own = { sessionId: session.id }
  const ended = await tx.sessions.revokeForSubject(project.id, user.id, now, own)
  await announceSessionEnd(tx, context, project, ended, own)
  // Grants can outlive sessions: an attacker who had the account must not return through one.
  await tx.oauthGrants.revokeForUser(project.id, user.id, now)
  for (const targetId of ended)
    await audit(tx, context, call, { event: 'session_revoke', result: 'ok', userId: user.id, targetId })
  await notify(tx, context, call, user, 'password_changed')
}
