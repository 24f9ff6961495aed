import type { KnownErrorType } from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { presentedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken, explainRefusal, type PresentedToken } from '../../tokens/consume.ts'
import { type EndedFlow, openEndedFlow } from './flow.ts'

/** The error for a token that cannot be redeemed, for whatever reason. */
export const dead: KnownErrorType = 'oauth_token_not_found'

/** A flow whose token was consumed in the same transaction. */
export interface RedeemedFlow {
  row: OneTimeRecord
  flow: EndedFlow
}

/** Spends the token of a landing page and continues its transaction; a token that is rejected stays valid. */
export async function redeemFlow<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  landing: { token: string; verifier: string | undefined; purposes: readonly OneTimePurpose[] },
  redeem: (tx: StorageVerbs, redeemed: RedeemedFlow) => Promise<Result>,
): Promise<RedeemedFlow & { result: Result }> {
  const { project, requestId } = call
  requireMethod(project, 'oauth')
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
      if (row === null) return null
      const flow = openEndedFlow(context.vault, row)
      return { row, flow, result: await redeem(tx, { row, flow }) }
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof LimitError) throw await auditLimit(context.storage, context, call, error)
    throw error instanceof ProviderError ? await reject(context, call, { event: 'oauth_authenticate', error }) : error
  })
  if (redeemed === null) throw await explainRejection(context, call, presented)
  context.metrics.oneTime(redeemed.row.purpose, 'redeemed')
  return redeemed
}

async function explainRejection(
  context: ProviderContext,
  call: Call<unknown>,
  presented: PresentedToken,
): Promise<ProviderError> {
  const { why, row } = await explainRefusal(context.storage, presented)
  return reject(context, call, {
    event: why === 'replayed' ? 'token_replay' : 'oauth_authenticate',
    error: why === 'pkce_mismatch' ? 'pkce_mismatch' : dead,
    secret: row,
    accountId: null,
  })
}
