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
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeChange } from '../../sessions/count-change.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import { projectRealm, type Realm } from '../../storage/realm.ts'
import type { AccountRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { refundAttemptOnFailure } from '../../tokens/count-attempt.ts'
import { comparePassword, PasswordChangedError, takePassword } from './compare-password.ts'
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
  const { body } = call
  const realm = projectRealm(call.project.id)
  const token = newSessionToken(context.random)
  const proven = await replacePassword(context, call, {
    ...{ realm, email: body.email, existing: body.existing_password, next: body.new_password },
    start: (caller) => async (tx, changed) => {
      const done = await proveFactor(tx, context, call, {
        ...{ ...changed, caller, token, event, secret: null, continuesOnly: false },
        factor: newFactor('password', 'knowledge', context.clock.now()),
        durationMinutes: body.session_duration_minutes ?? null,
      })
      await endEarlierAccess(tx, context, call, done)
      return done
    },
  })
  return factorAnswer(context, call, proven)
}

interface ReplacedPassword<Result> {
  realm: Realm
  email: string
  existing: string
  next: string
  start: (caller: Caller | null) => (tx: StorageVerbs, changed: SetPassword) => Promise<Result>
}

/** Compares the existing password, and continues the transaction that stores the next one. */
export async function replacePassword<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  { realm, email, existing, next, start }: ReplacedPassword<Result>,
): Promise<Result> {
  const { storage, random, clock } = context
  const { project } = call
  requireMethod(project, 'passwords')
  const caller = await call.session()
  const { key } = emailIdentifier(email)
  if (project.settings.stepUpMinutes > 0) {
    const isHere = caller?.account.organizationId === realm.organizationId
    const isOwn = caller?.account.registrations.some(({ kind, uniqueKey }) => kind === 'email' && uniqueKey === key)
    if (!caller || !isHere || !isOwn) throw new ProviderError('step_up_required')
    requireRecentSignIn(project, caller, clock.now())
  }
  // No session is needed to call this, and the strength check runs before the attempt is counted.
  takeStrengthCheck(context, call, 'set')
  await requireGoodPassword(context, call, next, key)
  const right = await comparePassword(context, call, { realm, email, password: existing, event })
  const { account, stored, slots } = right
  const replace = async (): Promise<Result> => {
    const hash = await context.passwords.hash(next)
    const proceed = start(caller)
    const result = await storage
      .transaction(async (tx) => {
        await takePassword(tx, project.id, right, hash)
        const changed = await storePassword(tx, { project, account, hash, now: clock.now(), random })
        return proceed(tx, { ...changed, change: 'none' })
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof PasswordChangedError)) throw error
        const about = { accountId: account.id, targetId: stored.id }
        throw await reject(context, call, { event, error: 'unauthorized_credentials', ...about })
      })
    rememberDevice(context, call, { account, passwordHash: hash })
    return result
  }
  return refundAttemptOnFailure(storage, { projectId: project.id, slots }, replace)
}

/** Sets the first or a new password of the signed-in user. */
export async function changeBySession(
  context: ProviderContext,
  call: Call<PasswordsSessionResetRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { body } = call
  const token = newSessionToken(context.random)
  const proven = await setPassword(context, call, body.password, (caller) => async (tx, changed) => {
    const done = await proveFactor(tx, context, call, {
      ...{ ...changed, caller, token, event, secret: null, continuesOnly: true },
      factor: newFactor('password', 'knowledge', context.clock.now()),
      durationMinutes: body.session_duration_minutes ?? null,
    })
    await endEarlierAccess(tx, context, call, done)
    return done
  })
  return factorAnswer(context, call, proven)
}

interface SetPassword {
  account: AccountRecord
  registrationId: string
  /** Whether the account had no password before. */
  change: 'none' | 'factor'
}

/** Sets the password of the session's account, in the transaction that `start` continues. */
export async function setPassword<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  password: string,
  start: (caller: Caller) => (tx: StorageVerbs, changed: SetPassword) => Promise<Result>,
): Promise<Result> {
  const { storage, random, clock } = context
  const { project } = call
  requireMethod(project, 'passwords')
  const caller = await call.requireSession()
  requireRecentSignIn(project, caller, clock.now())
  const email = caller.account.registrations.find(({ kind }) => kind === 'email')?.uniqueKey ?? null
  await takeChange(context, call, caller.account)
  await requireGoodPassword(context, call, password, email)
  const hash = await context.passwords.hash(password)
  const proceed = start(caller)
  const result = await retryAfterRace(() =>
    storage.transaction(async (tx) => {
      const now = clock.now()
      const current = await lockAccountRow(tx, caller.account, now)
      const stored = await storePassword(tx, { project, account: current, hash, now, random })
      return proceed(tx, { ...stored, change: passwordOf(current) ? 'none' : 'factor' })
    }),
  )
  rememberDevice(context, call, { account: caller.account, passwordHash: hash })
  return result
}
