import type { AuthenticateResponse, PasswordsEmailResetRequest } from '@latchkey/contract'
import { proveIdentifier } from '../../accounts/prove-identifier.ts'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reportProof } from '../../accounts/report-proof.ts'
import { reject } from '../../audit/reject.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import { type GuessedFactor, guessSubjects } from '../../limits/known-networks.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { reachFactor } from '../../sessions/factors.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { realmOf } from '../../storage/realm.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { presentedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken, explainRefusal, type PresentedToken, withoutBrowserProof } from '../../tokens/consume.ts'
import { forgetAttemptsAt } from '../../tokens/count-attempt.ts'
import { hidesAccounts } from './compare-password.ts'
import { endEarlierAccess, requireGoodPassword, storePassword } from './new-password.ts'
import { rememberDevice } from './remember-device.ts'

const dead = 'unable_to_auth_magic_link'

/** The link proves the mailbox, so its owner may set a password. */
export async function resetByEmail(
  context: ProviderContext,
  call: Call<PasswordsEmailResetRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { random, clock } = context
  const { project, body } = call
  const caller = await call.session()
  const token = newSessionToken(random)
  const { result, hash } = await redeemReset(
    context,
    call,
    { token: body.token, verifier: body.code_verifier, password: body.password, purpose: 'password_reset' },
    async (tx, { row, hash }) => {
      const now = clock.now()
      const proof = await proveIdentifier(tx, { project, row, caller, now, context, dead })
      const { account, registrationId } = await storePassword(tx, {
        ...{ project, account: proof.account },
        ...{ hash, now, random },
      })
      // A password that the proof disabled is replaced here, so its user gets no notice.
      await reportProof(tx, context, call, { ...proof, disabledPassword: false })
      const done = await proveFactor(tx, context, call, {
        ...{ account, caller, token, registrationId, continuesOnly: false },
        secret: { accountId: row.accountId, issuedAt: row.createdAt, dead },
        factor: newFactor('password', 'knowledge', now),
        alsoProven: reachFactor('magic_link', 'email', proof.registration, now),
        event: 'password_reset',
        change: proof.change,
        durationMinutes: body.session_duration_minutes,
      })
      await endEarlierAccess(tx, context, call, done)
      return done
    },
  )
  rememberDevice(context, call, { account: result.account, passwordHash: hash })
  return factorAnswer(context, call, result)
}

interface PresentedReset {
  token: string
  verifier: string | undefined
  password: string
  purpose: Extract<OneTimePurpose, 'password_reset'>
}

/** Spends a reset link and continues its transaction with the hash; a password that is rejected keeps the link. */
export async function redeemReset<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  reset: PresentedReset,
  redeem: (tx: StorageVerbs, spent: { row: OneTimeRecord; hash: string }) => Promise<Result>,
): Promise<{ result: Result; hash: string }> {
  const { storage, clock } = context
  const { project, requestId } = call
  requireMethod(project, 'passwords')
  const tokenHash = sha256Hex(reset.token)
  // Read before it is consumed: an invalid token costs no hash, and a weak password does not consume the link.
  const found = await storage.oneTime.findByTokenHash(project.id, tokenHash)
  const presented = withoutBrowserProof(found, {
    ...{ projectId: project.id, tokenHash, purposes: [reset.purpose] },
    ...{ challenge: presentedChallenge(reset.verifier), now: clock.now() },
  })
  if (found === null || !seemsRedeemable(found, presented)) throw await explainRejection(context, call, presented)
  await requireGoodPassword(context, call, reset.password, parseIdentifier(found.identifier).key)
  const hash = await context.passwords.hash(reset.password)
  const redeemed = await retryAfterRace(() =>
    storage.transaction(async (tx) => {
      const now = clock.now()
      const row = await consumeToken(tx, { ...presented, now, usedBy: requestId })
      if (row === null) return null
      // Locks the counts before the password, as every transaction does. Guesses at other secrets stay counted.
      await forgetAttemptsAt(tx, project.id, {
        subjects: await guessSubjects(tx, {
          ...realmOf(row),
          ...{ accountId: row.accountId, prefix: call.client.prefix, now },
          ...{ factor: 'password', identifier: row.identifier },
          isStrict: hidesAccounts(project),
        }),
        factors: ['password', `otp_email:${row.identifier}`] satisfies GuessedFactor[],
      })
      return { result: await redeem(tx, { row, hash }), hash }
    }),
  ).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    const about = { accountId: found.accountId, targetId: found.id }
    throw await reject(context, call, { event: 'password_reset', error, ...about })
  })
  if (redeemed === null) throw await explainRejection(context, call, presented)
  context.metrics.oneTime(reset.purpose, 'redeemed')
  return redeemed
}

/** Saves work only; consuming the token decides. */
function seemsRedeemable(row: OneTimeRecord, { purposes, challenge, now }: PresentedToken): boolean {
  if (!purposes.includes(row.purpose) || row.usedAt !== null || row.voidedAt !== null) return false
  return row.expiresAt > now && row.codeChallenge === challenge
}

async function explainRejection(
  context: ProviderContext,
  call: Call<unknown>,
  presented: PresentedToken,
): Promise<ProviderError> {
  const { why, row } = await explainRefusal(context.storage, presented)
  context.metrics.oneTime('password_reset', 'refused')
  return reject(context, call, {
    event: why === 'replayed' ? 'token_replay' : 'password_reset',
    error: why === 'pkce_mismatch' ? 'pkce_mismatch' : dead,
    accountId: row?.accountId ?? null,
    targetId: row?.id ?? null,
  })
}
