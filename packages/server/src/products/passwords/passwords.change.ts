import type {
  AuthenticateResponse,
  PasswordsExistingPasswordResetRequest,
  PasswordsSessionResetRequest,
} from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { emailIdentifier } from '../../identifiers/identifier.ts'
import { factorAnswer, newFactor, type ProofResult, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeChange } from '../../sessions/count-change.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import { refundAttemptOnFailure } from '../../tokens/count-attempt.ts'
import { comparePassword, PasswordChangedError, type RightPassword, takePassword } from './compare-password.ts'
import { endEarlierAccess, passwordOf, requireGoodPassword, storePassword } from './new-password.ts'
import { rememberDevice } from './remember-device.ts'
import { takeStrengthCheck } from './strength-limit.ts'

const event = 'password_change'

/**
 * Replaces a password by its current value. If the project requires step-up, a recent session of the same user is
 * needed too: otherwise an attacker who learned the password could take over the account.
 */
export async function changeByExistingPassword(
  context: ProviderContext,
  call: Call<PasswordsExistingPasswordResetRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { project, body } = call
  requireMethod(project, 'passwords')
  const caller = await call.session()
  const { key } = emailIdentifier(body.email)
  if (project.settings.stepUpMinutes > 0) {
    const isOwn = caller?.account.registrations.some(({ kind, uniqueKey }) => kind === 'email' && uniqueKey === key)
    if (!caller || !isOwn) throw new ProviderError('step_up_required')
    requireRecentSignIn(project, caller, context.clock.now())
  }
  // No session is needed to call this, and the strength check runs before the attempt is counted.
  takeStrengthCheck(context, call, 'set')
  await requireGoodPassword(context, call, body.new_password, key)
  const right = await comparePassword(context, call, { email: body.email, password: body.existing_password, event })
  const slot = { projectId: project.id, slots: right.slots }
  const proven = await refundAttemptOnFailure(context.storage, slot, () =>
    replacePassword(context, call, right, caller),
  )
  return factorAnswer(context, call, proven)
}

async function replacePassword(
  context: ProviderContext,
  call: Call<PasswordsExistingPasswordResetRequest>,
  right: RightPassword,
  caller: Caller | null,
): Promise<ProofResult> {
  const { storage, random, clock } = context
  const { project, body } = call
  const { account, stored } = right
  const hash = await context.passwords.hash(body.new_password)
  const token = newSessionToken(random)
  const proven = await storage
    .transaction(async (tx) => {
      const now = clock.now()
      await takePassword(tx, project.id, right, hash)
      const changed = await storePassword(tx, { project, account, hash, now, random })
      const done = await proveFactor(tx, context, call, {
        ...{ account: changed.account, caller, token, event, secret: null, continuesOnly: false },
        factor: newFactor('password', 'knowledge', now),
        registrationId: stored.id,
        change: 'none',
        durationMinutes: body.session_duration_minutes ?? null,
      })
      await endEarlierAccess(tx, context, call, done)
      return done
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof PasswordChangedError)) throw error
      const about = { accountId: account.id, targetId: stored.id }
      throw await reject(context, call, { event, error: 'unauthorized_credentials', ...about })
    })
  rememberDevice(context, call, { account, passwordHash: hash })
  return proven
}

/** Sets the first or a new password of the signed-in user. */
export async function changeBySession(
  context: ProviderContext,
  call: Call<PasswordsSessionResetRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { storage, random, clock } = context
  const { project, body } = call
  requireMethod(project, 'passwords')
  const caller = await call.requireSession()
  requireRecentSignIn(project, caller, clock.now())
  const email = caller.account.registrations.find(({ kind }) => kind === 'email')?.uniqueKey ?? null
  await takeChange(context, call, caller.account)
  await requireGoodPassword(context, call, body.password, email)
  const hash = await context.passwords.hash(body.password)
  const token = newSessionToken(random)
  const proven = await retryAfterRace(() =>
    storage.transaction(async (tx) => {
      const now = clock.now()
      const current = await lockAccountRow(tx, caller.account, now)
      const { account, registrationId } = await storePassword(tx, { project, account: current, hash, now, random })
      const done = await proveFactor(tx, context, call, {
        ...{ account, caller, token, event, registrationId, secret: null, continuesOnly: true },
        factor: newFactor('password', 'knowledge', now),
        change: passwordOf(current) ? 'none' : 'factor',
        durationMinutes: body.session_duration_minutes ?? null,
      })
      await endEarlierAccess(tx, context, call, done)
      return done
    }),
  )
  rememberDevice(context, call, { account: proven.account, passwordHash: hash })
  return factorAnswer(context, call, proven)
}
