import type { PasswordsCreateRequest, PasswordsCreateResponse } from '@latchkey/contract'
import { insertAccount, newAccount } from '../../accounts/new-account.ts'
import { newPasswordRegistration } from '../../accounts/password-registration.ts'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { siteOf } from '../../http/client-address.ts'
import { emailIdentifier } from '../../identifiers/identifier.ts'
import { auditLimit, LimitError, limitError, takeLimits, takeLimitsIn } from '../../limits/take-limits.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { AccountRecord } from '../../storage/records.ts'
import { passwordOf, requireGoodPassword } from './new-password.ts'
import { rememberDevice } from './remember-device.ts'

/**
 * Creates a user by an address that is not verified yet. An existing user is never signed in here, whatever the
 * password: only the mailbox proves who owns the address.
 */
export async function createPassword(
  context: ProviderContext,
  call: Call<PasswordsCreateRequest>,
): Promise<DataOf<PasswordsCreateResponse>> {
  const { storage, random, clock } = context
  const { project, body } = call
  requireMethod(project, 'passwords')
  const realm = projectRealm(project.id)
  const identifier = emailIdentifier(body.email)
  await takeLimits(context, call, [{ name: 'password_creates_per_ip', key: call.client.prefix }])
  await requireGoodPassword(context, call, body.password, identifier.key)
  // A strict project must not reveal whether the address has an account: every caller has to reset by email instead.
  if (project.settings.enumeration === 'strict')
    throw await reject(context, call, { event: 'password_create', error: 'reset_password' })
  await rejectIfTaken(await storage.accounts.findByRegistration(realm, 'email', identifier.key))
  const hash = await context.passwords.hash(body.password)
  const token = newSessionToken(random)
  let isRetry = false
  const proven = await retryAfterRace(async () => {
    // The first check ran before the hash. If another request took the address since, the insert fails and this repeats.
    if (isRetry) await rejectIfTaken(await storage.accounts.findByRegistration(realm, 'email', identifier.key))
    isRetry = true
    const now = clock.now()
    const account = newAccount(realm, { project, identifier, status: 'active', verified: false, now, random })
    const password = newPasswordRegistration(project, account, now, random)
    account.registrations.push(password)
    return storage.transaction(async (tx) => {
      await insertAccount(tx, account)
      const perSite = { name: 'accounts_per_ip', key: siteOf(call.client.prefix) } as const
      const limited = await takeLimitsIn(tx, context, call, [perSite])
      if (limited) throw limitError(context, limited)
      await tx.passwords.set({ projectId: project.id, id: password.id, hash, setAt: now })
      return proveFactor(tx, context, call, {
        ...{ account, token, secret: null, caller: null, continuesOnly: false },
        factor: newFactor('password', 'knowledge', now),
        event: 'password_create',
        registrationId: password.id,
        change: 'user',
        durationMinutes: body.session_duration_minutes,
      })
    })
  }).catch(async (error: unknown) => {
    throw error instanceof LimitError ? await auditLimit(storage, context, call, error) : error
  })
  rememberDevice(context, call, { account: proven.account, passwordHash: hash })
  const email_id = proven.account.registrations.find(({ kind }) => kind === 'email')?.id ?? ''
  return { ...(await factorAnswer(context, call, proven, { isUnlocked: true })), email_id }

  async function rejectIfTaken(owner: AccountRecord | null): Promise<void> {
    if (owner === null) return
    const error = passwordOf(owner) ? 'duplicate_email' : 'reset_password'
    throw await reject(context, call, { event: 'password_create', error, targetId: owner.id })
  }
}
