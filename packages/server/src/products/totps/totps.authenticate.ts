import type {
  AuthenticationFactor,
  KnownErrorType,
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsRecoverRequest,
} from '@latchkey/contract'
import { ownedSince } from '../../accounts/claims.ts'
import { type AuditEvent, audit } from '../../audit/audit.ts'
import { type Rejection, reject } from '../../audit/reject.ts'
import type { Caller } from '../../core/caller.ts'
import { equalDigests } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { ownSubject } from '../../limits/known-networks.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import type { AccountRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { TotpRecord } from '../../storage/totps.ts'
import { consumeRecoveryCode, consumeTotpStep } from '../../tokens/consume.ts'
import {
  countFactorAttempt,
  type FactorGuess,
  forgetOwnAttempts,
  forgiveFactorAttempt,
  lockError,
  refundAttemptOnFailure,
} from '../../tokens/count-attempt.ts'
import { networkBudget, sprayError } from '../../tokens/network-budget.ts'
import { isPasscode } from '../../tokens/one-time-secrets.ts'
import { canonicalRecoveryCode, recoveryCodeMac } from './recovery-codes.ts'
import { findSteps } from './totp-code.ts'
import { openSecret } from './totps.service.ts'

/** A matching code, and how to consume it. */
interface Match {
  totp: TotpRecord
  factor: AuthenticationFactor
  spend(tx: StorageVerbs): Promise<boolean>
}

/** One of the two kinds of code: how it is compared, and how it is rejected. */
interface Trial {
  event: Extract<AuditEvent, 'totp_authenticate' | 'totp_recover'>
  guessed: FactorGuess['factor']
  wrong: KnownErrorType
  totps: TotpRecord[]
  find(): Promise<Match | null>
}

export async function authenticateTotp(
  context: ProviderContext,
  call: Call<TotpsAuthenticateRequest>,
): Promise<DataOf<TotpsAuthenticateResponse>> {
  const { project, body } = call
  requireMethod(project, 'totps')
  const caller = await call.requireSession()
  const trial = await codeTrial(context, caller.account, body.totp_code)
  return continueSession(context, call, caller, trial)
}

export async function recoverTotp(
  context: ProviderContext,
  call: Call<TotpsRecoverRequest>,
): Promise<DataOf<TotpsAuthenticateResponse>> {
  const { project, body } = call
  requireMethod(project, 'totps')
  const caller = await call.requireSession()
  const trial = await recoveryTrial(context, call, caller.account, body.recovery_code)
  return continueSession(context, call, caller, trial)
}

/** A code of one of the authenticator apps of an account, also of one that is being enrolled. */
export async function codeTrial(
  { storage, vault, clock }: Pick<ProviderContext, 'storage' | 'vault' | 'clock'>,
  account: Pick<AccountRecord, 'projectId' | 'id'>,
  code: string,
  { verifiedOnly = false }: { verifiedOnly?: boolean } = {},
): Promise<Trial> {
  if (!isPasscode(code)) throw new ProviderError('invalid_code')
  const { projectId } = account
  const now = clock.now()
  const all = await storage.totps.list(projectId, account.id)
  const totps = all.filter(({ expiresAt }) => expiresAt === null || (!verifiedOnly && expiresAt > now))
  return {
    ...{ event: 'totp_authenticate', guessed: 'totp', wrong: 'otp_code_not_found', totps },
    async find() {
      for (const totp of totps) {
        const [step] = await findSteps(openSecret(vault, totp), code, now)
        if (step === undefined) continue
        const factor = newFactor('totp', 'authenticator_app', now)
        return {
          totp,
          factor: { ...factor, authenticator_app_factor: { totp_id: totp.id } },
          spend: (tx) => consumeTotpStep(tx, projectId, totp.id, step, now),
        }
      }
      return null
    },
  }
}

export async function recoveryTrial(
  { storage, vault, clock }: Pick<ProviderContext, 'storage' | 'vault' | 'clock'>,
  { requestId }: Pick<Call<unknown>, 'requestId'>,
  { projectId, id: accountId }: Pick<AccountRecord, 'projectId' | 'id'>,
  text: string,
): Promise<Trial> {
  const code = canonicalRecoveryCode(text)
  if (code === null) throw new ProviderError('invalid_code')
  const now = clock.now()
  // A TOTP that was never verified has no valid recovery codes.
  const totps = (await storage.totps.list(projectId, accountId)).filter(({ expiresAt }) => expiresAt === null)
  return {
    ...{ event: 'totp_recover', guessed: 'recovery_code', wrong: 'recovery_code_not_found', totps },
    async find() {
      const unused = await storage.totps.listRecoveryCodes(projectId, accountId)
      for (const totp of totps) {
        const mac = recoveryCodeMac(openSecret(vault, totp), totp.id, code)
        const found = unused.find(({ codeMac }) => equalDigests(codeMac, mac))
        if (!found) continue
        const factor = newFactor('recovery_codes', 'recovery_code', now)
        return {
          totp,
          factor: { ...factor, recovery_code_factor: { totp_recovery_code_id: found.id } },
          spend: (tx) => consumeRecoveryCode(tx, projectId, found.id, now, requestId),
        }
      }
      return null
    },
  }
}

async function continueSession(
  context: ProviderContext,
  call: Call<{ session_duration_minutes: number }>,
  caller: Caller,
  trial: Trial,
): Promise<DataOf<TotpsAuthenticateResponse>> {
  const { project, body } = call
  const { account } = caller
  refuseImpersonated(caller.session)
  const token = newSessionToken(context.random)
  const { totp, result } = await attemptCode(context, call, account, trial, async (tx, match, spend) => {
    if (!(await spend())) return null
    const isFirst = await tx.accounts.verifyRegistration(project.id, match.totp.id, context.clock.now())
    return proveFactor(tx, context, call, {
      ...{ factor: match.factor, caller, token, durationMinutes: body.session_duration_minutes, event: trial.event },
      account: (await tx.accounts.get(project.id, account.id)) ?? account,
      registrationId: match.totp.id,
      secret: null,
      change: isFirst ? 'factor' : 'none',
      continuesOnly: true,
    })
  })
  return { ...(await factorAnswer(context, call, result)), totp_id: totp.id }
}

/** Counts the guess, compares the code, then applies everything else in one transaction. */
export async function attemptCode<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  account: AccountRecord,
  trial: Trial,
  /** The transaction. Null if `spend` finds that the code was used before. */
  prove: (tx: StorageVerbs, match: Match, spend: () => Promise<boolean>) => Promise<Result | null>,
): Promise<{ totp: TotpRecord; result: Result }> {
  const { storage, clock } = context
  const { project } = call
  const rejected = (error: KnownErrorType, replay: Partial<Rejection> = {}): Promise<ProviderError> =>
    reject(context, call, { event: trial.event, error, accountId: account.id, ...replay })
  if (trial.totps.length === 0) throw await rejected('registration_not_found')
  const from = { projectId: project.id, accountId: account.id, prefix: call.client.prefix, now: clock.now() }
  const guess = {
    ...from,
    factor: trial.guessed,
    subject: await ownSubject(storage, { ...from, since: ownedSince(account) }),
    budget: networkBudget(context, call),
  }
  const { outcome, lock, slots, retryAfterMs } = await countFactorAttempt(storage, guess)
  if (outcome === 'sprayed') throw await sprayError(context, call, retryAfterMs)
  if (outcome === 'locked') {
    await rejected('user_lock_limit_reached')
    throw lockError(lock, clock.now())
  }
  const taken = { projectId: project.id, slots }
  const match = await refundAttemptOnFailure(storage, taken, () => trial.find())
  if (match === null) {
    if (lock?.lockedUntil != null)
      await audit(storage, context, call, { event: 'account_lock', result: 'ok', accountId: account.id })
    throw await rejected(trial.wrong)
  }
  const result = await refundAttemptOnFailure(storage, taken, () =>
    storage.transaction((tx) =>
      prove(tx, match, async () => {
        if (!(await match.spend(tx))) return false
        await forgetOwnAttempts(tx, project.id, slots)
        return true
      }),
    ),
  )
  if (result === null) {
    await forgiveFactorAttempt(storage, guess, slots)
    throw await rejected(trial.wrong, { event: 'token_replay', targetId: match.totp.id })
  }
  return { totp: match.totp, result }
}
