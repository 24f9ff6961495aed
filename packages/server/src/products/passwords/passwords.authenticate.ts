import type { AuthenticateResponse, KnownErrorType, PasswordsAuthenticateRequest } from '@latchkey/contract'
import { reject } from '../../audit/reject.ts'
import type { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { factorAnswer, newFactor, type ProofResult, proveFactor } from '../../organizations/prove-factor.ts'
import { passwordPolicyOf } from '../../passwords/policy.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { lockoutSubjectOfAccount } from '../../storage/verbs.ts'
import { refundAttemptOnFailure } from '../../tokens/count-attempt.ts'
import { comparePassword, PasswordChangedError, type RightPassword, takePassword } from './compare-password.ts'
import { noteSkippedCheck } from './new-password.ts'
import { rememberDevice } from './remember-device.ts'

const event = 'password_authenticate'

export async function authenticatePassword(
  context: ProviderContext,
  call: Call<PasswordsAuthenticateRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { project, body } = call
  requireMethod(project, 'passwords')
  const right = await comparePassword(context, call, { email: body.email, password: body.password, event })
  const slot = { projectId: project.id, slots: right.slots }
  const proven = await refundAttemptOnFailure(context.storage, slot, () => signInWithPassword(context, call, right))
  return factorAnswer(context, call, proven, {
    isUnlocked: right.slots.some(({ subject }) => subject === lockoutSubjectOfAccount(right.account.id)),
  })
}

async function signInWithPassword(
  context: ProviderContext,
  call: Call<PasswordsAuthenticateRequest>,
  right: RightPassword,
): Promise<ProofResult> {
  const { storage, passwords, clock } = context
  const { project, body } = call
  const { account, stored } = right
  const rejected = (error: KnownErrorType): Promise<ProviderError> =>
    reject(context, call, { event, error, accountId: account.id, targetId: stored.id })
  if (await isBreached(context, call)) throw await rejected('breached_password')
  const hash = right.isOutdated ? await passwords.hash(body.password) : stored.hash
  const caller = await call.session()
  const token = newSessionToken(context.random)
  const proven = await storage
    .transaction(async (tx) => {
      await takePassword(tx, project.id, right, hash)
      return proveFactor(tx, context, call, {
        ...{ account, caller, token, event, secret: null, continuesOnly: false },
        factor: newFactor('password', 'knowledge', clock.now()),
        registrationId: stored.id,
        change: 'none',
        durationMinutes: body.session_duration_minutes,
      })
    })
    .catch(async (error: unknown) => {
      throw error instanceof PasswordChangedError ? await rejected('unauthorized_credentials') : error
    })
  rememberDevice(context, call, { account, passwordHash: hash })
  return proven
}

/** Only a correct password is looked up. */
async function isBreached(context: ProviderContext, call: Call<PasswordsAuthenticateRequest>): Promise<boolean> {
  if (!passwordPolicyOf(call.project).breachDetectionOnAuthentication) return false
  const finding = await context.breaches.look(call.body.password)
  if (finding === 'unknown') await noteSkippedCheck(context, call)
  return finding === 'breached'
}
