import type { KnownErrorType } from '@latchkey/contract'
import { retryAfterRace } from '../accounts/registration-race.ts'
import type { AuditEvent } from '../audit/audit.ts'
import { reject } from '../audit/reject.ts'
import { sha256Hex } from '../core/hash.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Call } from '../core/route.ts'
import { auditLimit, LimitError } from '../limits/take-limits.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { OneTimePurpose, OneTimeRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { presentedChallenge } from '../tokens/code-challenge.ts'
import { consumeToken, explainRefusal, type PresentedToken } from '../tokens/consume.ts'

/** The token of a landing page, after a sign-in at an identity provider. */
export interface LandingToken {
  token: string
  verifier: string | undefined
  purposes: readonly OneTimePurpose[]
  event: AuditEvent
  /** The error for a token that cannot be redeemed, for whatever reason. */
  dead: KnownErrorType
}

/** Spends the token of a landing page and continues its transaction; a token that is rejected stays valid. */
export async function redeemLandingToken<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  landing: LandingToken,
  redeem: (tx: StorageVerbs, row: OneTimeRecord) => Promise<Result>,
): Promise<{ row: OneTimeRecord; result: Result }> {
  const { project, requestId } = call
  const presented: PresentedToken = {
    projectId: project.id,
    tokenHash: sha256Hex(landing.token),
    purposes: landing.purposes,
    challenge: presentedChallenge(landing.verifier),
    now: context.clock.now(),
  }
  const redeemed = await retryAfterRace(() =>
    context.storage.transaction(async (tx) => {
      const row = await consumeToken(tx, { ...presented, usedBy: requestId })
      return row === null ? null : { row, result: await redeem(tx, row) }
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof LimitError) throw await auditLimit(context.storage, context, call, error)
    throw error instanceof ProviderError ? await reject(context, call, { event: landing.event, error }) : error
  })
  if (redeemed === null) throw await explainRejection(context, call, landing, presented)
  context.metrics.oneTime(redeemed.row.purpose, 'redeemed')
  return redeemed
}

async function explainRejection(
  context: ProviderContext,
  call: Call<unknown>,
  { event, dead }: LandingToken,
  presented: PresentedToken,
): Promise<ProviderError> {
  const { why, row } = await explainRefusal(context.storage, presented)
  return reject(context, call, {
    event: why === 'replayed' ? 'token_replay' : event,
    error: why === 'pkce_mismatch' ? 'pkce_mismatch' : dead,
    secret: row,
    accountId: null,
  })
}
