import type { AuthenticateResponse, KnownErrorType, PasswordsAuthenticateRequest } from '@latchkey/contract'
import { reject } from '../../audit/reject.ts'
import type { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { passwordPolicyOf } from '../../passwords/policy.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { lockoutSubjectOfAccount } from '../../storage/verbs.ts'
import { refundAttemptOnFailure } from '../../tokens/count-attempt.ts'
import {
  type ComparedPassword,
  comparePassword,
  PasswordChangedError,
  type RightPassword,
  takePassword,
} from './compare-password.ts'
import { noteSkippedCheck } from './new-password.ts'
import { rememberDevice } from './remember-device.ts'

const event = 'password_authenticate'

export async function authenticatePassword(
  context: ProviderContext,
  call: Call<PasswordsAuthenticateRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { email, password, session_duration_minutes: durationMinutes } = call.body
  const realm = projectRealm(call.project.id)
  const { right, result } = await enterPassword(context, call, {
    ...{ realm, email, password },
    async prepare() {
      const caller = await call.session()
      const token = newSessionToken(context.random)
      return (tx, { account, stored }) =>
        proveFactor(tx, context, call, {
          ...{ account, caller, token, event, durationMinutes, secret: null, continuesOnly: false },
          factor: newFactor('password', 'knowledge', context.clock.now()),
          registrationId: stored.id,
          change: 'none',
        })
    },
  })
  return factorAnswer(context, call, result, {
    isUnlocked: right.slots.some(({ subject }) => subject === lockoutSubjectOfAccount(right.account.id)),
  })
}

interface EnteredPassword<Result> extends Omit<ComparedPassword, 'event'> {
  /** Reads what the transaction needs, once the password is known to be correct. */
  prepare(right: RightPassword): Promise<(tx: StorageVerbs, right: RightPassword & { hash: string }) => Promise<Result>>
}

/** Counts and compares a password, and continues the transaction that accepts it. */
export async function enterPassword<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  { prepare, ...entered }: EnteredPassword<Result>,
): Promise<{ right: RightPassword; result: Result }> {
  const { storage } = context
  const { project } = call
  requireMethod(project, 'passwords')
  const { password } = entered
  const right = await comparePassword(context, call, { ...entered, event })
  const { account, stored, slots } = right
  const rejected = (error: KnownErrorType): Promise<ProviderError> =>
    reject(context, call, { event, error, accountId: account.id, targetId: stored.id })
  const accept = async (): Promise<Result> => {
    if (await isBreached(context, call, password)) throw await rejected('breached_password')
    const hash = right.isOutdated ? await context.passwords.hash(password) : stored.hash
    const start = await prepare(right)
    const result = await storage
      .transaction(async (tx) => {
        await takePassword(tx, project.id, right, hash)
        return start(tx, { ...right, hash })
      })
      .catch(async (error: unknown) => {
        throw error instanceof PasswordChangedError ? await rejected('unauthorized_credentials') : error
      })
    rememberDevice(context, call, { account, passwordHash: hash })
    return result
  }
  return { right, result: await refundAttemptOnFailure(storage, { projectId: project.id, slots }, accept) }
}

/** Only a correct password is looked up. */
async function isBreached(context: ProviderContext, call: Call<unknown>, password: string): Promise<boolean> {
  if (!passwordPolicyOf(call.project).breachDetectionOnAuthentication) return false
  const finding = await context.breaches.look(password)
  if (finding === 'unknown') await noteSkippedCheck(context, call)
  return finding === 'breached'
}
