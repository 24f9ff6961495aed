import type { KnownErrorType, OtpsAuthenticateRequest, OtpsAuthenticateResponse } from '@latchkey/contract'
import { findAccount, ownedSince } from '../../accounts/claims.ts'
import { offerNetworkLink } from '../../accounts/network-link.ts'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { audit } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import { guessesPerCode } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import { type GuessedFactor, guessSubjects, ownSubject } from '../../limits/known-networks.ts'
import { signIn, signInAnswer } from '../../organizations/sign-in.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { channelOf, channels, passcodePurposes } from '../../sending/passcode-channels.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { inRealm } from '../../storage/realm.ts'
import type { AccountRecord, OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { LockoutState } from '../../storage/verbs.ts'
import { consumePasscode } from '../../tokens/consume.ts'
import {
  type CountedSubject,
  countAttempt,
  forgetOwnAttempts,
  lockError,
  refundAttemptOnFailure,
} from '../../tokens/count-attempt.ts'
import { networkBudget, sprayError } from '../../tokens/network-budget.ts'
import { isPasscode, isPasscodeOf } from '../../tokens/one-time-secrets.ts'
import type { TakenSlot } from '../../tokens/take-slot.ts'

const wrongCode = 'otp_code_not_found'

export async function authenticatePasscode(
  context: ProviderContext,
  call: Call<OtpsAuthenticateRequest>,
): Promise<DataOf<OtpsAuthenticateResponse>> {
  const { body, project } = call
  const { row, result } = await enterPasscode(context, call, {
    code: body.token,
    findSent: () => context.storage.oneTime.find(project.id, body.method_id),
    async prepare() {
      const caller = await call.session()
      const token = newSessionToken(context.random)
      return (tx, row) =>
        signIn(tx, context, call, {
          ...{ row, caller, token },
          event: 'otp_authenticate',
          factorType: 'otp',
          deliveryMethod: channelOf(row.purpose),
          durationMinutes: body.session_duration_minutes,
          dead: wrongCode,
        })
    },
  })
  return signInAnswer(context, call, row, result)
}

interface GuessedSubjects {
  subjects: CountedSubject[]
  /** Gets a link that makes the network a known one, if the account is locked. */
  owner: AccountRecord | null
}

interface EnteredPasscode<Result> {
  code: string
  /** The row of the code that was sent. */
  findSent(): Promise<OneTimeRecord | null>
  /** Where a wrong code is counted. Defaults to the account that has the identifier. */
  findSubjects?(sent: OneTimeRecord): Promise<GuessedSubjects>
  /** Reads what the transaction needs, once the code is known to be correct. */
  prepare(): Promise<(tx: StorageVerbs, row: OneTimeRecord) => Promise<Result>>
}

/** Counts and compares a code, and continues the transaction that spends it. */
export async function enterPasscode<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  { code, findSent, findSubjects = (sent) => subjectsOf(context, call, sent), prepare }: EnteredPasscode<Result>,
): Promise<{ row: OneTimeRecord; result: Result }> {
  const { storage, vault, clock } = context
  const { project } = call
  if (!isPasscode(code)) throw new ProviderError('invalid_code')
  const sent = await findSent()
  if (sent === null || !passcodePurposes.includes(sent.purpose)) throw await rejectCode(context, call, wrongCode, null)
  requireMethod(project, channels[channelOf(sent.purpose)].setting)
  const guessed = await findSubjects(sent)
  const attempt = await countAttempt(storage, {
    project,
    methodId: sent.id,
    purposes: passcodePurposes,
    subjects: guessed.subjects,
    factor: factorOf(sent),
    budget: networkBudget(context, call),
    now: clock.now(),
  })
  const { owner } = guessed
  if (attempt.outcome === 'locked' || attempt.outcome === 'hidden_lock')
    await offerNetworkLink(context, call, owner, sent.identifier)
  if (attempt.outcome === 'locked') throw await recordLockedAttempt(context, call, sent, attempt.lock)
  if (attempt.outcome === 'hidden_lock') throw await rejectCode(context, call, wrongCode, attempt.row)
  if (attempt.outcome === 'sprayed') throw await sprayError(context, call, attempt.retryAfterMs)
  if (attempt.outcome === 'dead') throw await rejectCode(context, call, wrongCode, sent)
  if (!isPasscodeOf(vault, attempt.row.codeMac, sent.id, code)) {
    if (attempt.lock?.lockedUntil != null) {
      await auditLock(context, call, sent)
      await offerNetworkLink(context, call, owner, sent.identifier)
    }
    throw await rejectCode(context, call, wrongCode, attempt.row)
  }
  const { slots } = attempt
  return refundAttemptOnFailure(storage, { projectId: project.id, slots }, () =>
    spend(context, call, { sent, slots }, prepare),
  )
}

/** Consumes the correct code, clears its own count and starts the session, in one transaction. */
async function spend<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  { sent, slots }: { sent: OneTimeRecord; slots: readonly TakenSlot[] },
  prepare: EnteredPasscode<Result>['prepare'],
): Promise<{ row: OneTimeRecord; result: Result }> {
  const { project, requestId } = call
  const redeem = await prepare()
  const redeemed = await retryAfterRace(() =>
    context.storage.transaction(async (tx) => {
      const row = await consumePasscode(tx, project.id, sent.id, context.clock.now(), requestId)
      if (row === null) return null
      await forgetOwnAttempts(tx, project.id, slots)
      return { row, result: await redeem(tx, row) }
    }),
  ).catch(async (error: unknown) => {
    throw error instanceof ProviderError ? await rejectCode(context, call, error.type, sent) : error
  })
  if (redeemed === null) throw await rejectCode(context, call, wrongCode, sent)
  return redeemed
}

function factorOf({ purpose, identifier }: OneTimeRecord): GuessedFactor {
  return `${purpose}:${identifier}`
}

/**
 * Counts at the account as it is now, not as it was when the code was sent: all codes of a user share one count. Codes
 * for an additional address count at that address too, because an attacker can create any number of accounts.
 */
async function subjectsOf(
  { storage, clock }: ProviderContext,
  { client, project, session }: Call<unknown>,
  row: OneTimeRecord,
): Promise<GuessedSubjects> {
  const { projectId, identifier, accountId } = row
  const network = { projectId, prefix: client.prefix, now: clock.now() }
  const factor = factorOf(row)
  if (row.sessionId !== null && accountId !== null) {
    // The session is read once for each call. Without it the code is rejected, and no network is known.
    const account = (await session())?.account
    const since = account?.id === accountId ? ownedSince(account) : network.now + 1
    const own = await ownSubject(storage, { ...network, accountId, since }, factor)
    const address = { account: inRealm(row, identifier), network: null, isKnown: false, isHidden: false }
    return { subjects: [own, address], owner: null }
  }
  // Looked up even if the row names the user: a code without an account must not take longer.
  const { owner } = await findAccount(storage, row, parseIdentifier(identifier))
  const isStrict = project.settings.enumeration === 'strict'
  const since = ownedSince(owner)
  const { organizationId } = row
  const guess = {
    ...network,
    organizationId,
    since,
    accountId: accountId ?? owner?.id ?? null,
    factor,
    identifier,
    isStrict,
  }
  return { subjects: await guessSubjects(storage, guess), owner }
}

function rejectCode(
  context: ProviderContext,
  call: Call<unknown>,
  type: KnownErrorType,
  row: OneTimeRecord | null,
): Promise<ProviderError> {
  return reject(context, call, {
    event: row && row.usedAt !== null ? 'token_replay' : 'otp_authenticate',
    error: new ProviderError(type, { details: attemptDetails(row) }),
    secret: row,
  })
}

/**
 * Set once all attempts at this code are used. It depends only on the attempts of callers that have the method id and is
 * the same for a decoy, so it reveals nothing about an account.
 */
function attemptDetails(row: OneTimeRecord | null): { attempts_remaining: 0 } | undefined {
  return row && row.attempts >= guessesPerCode ? { attempts_remaining: 0 } : undefined
}

async function recordLockedAttempt(
  context: ProviderContext,
  call: Call<unknown>,
  row: OneTimeRecord,
  lock: LockoutState | null,
): Promise<ProviderError> {
  await rejectCode(context, call, 'user_lock_limit_reached', row)
  return lockError(lock, context.clock.now())
}

async function auditLock(context: ProviderContext, call: Call<unknown>, row: OneTimeRecord): Promise<void> {
  await audit(context.storage, context, call, {
    event: 'account_lock',
    result: 'ok',
    accountId: row.accountId,
    targetId: row.id,
  })
}
