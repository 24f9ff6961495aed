import type { KnownErrorType } from '@latchkey/contract'
import type { Call } from '../../core/route.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { type LandingToken, redeemLandingToken } from '../../sessions/redeem-landing-token.ts'
import type { OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
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
  landing: Pick<LandingToken, 'token' | 'verifier' | 'purposes'>,
  redeem: (tx: StorageVerbs, redeemed: RedeemedFlow) => Promise<Result>,
): Promise<RedeemedFlow & { result: Result }> {
  requireMethod(call.project, 'oauth')
  const token: LandingToken = { ...landing, event: 'oauth_authenticate', dead }
  const { row, result } = await redeemLandingToken(context, call, token, async (tx, spent) => {
    const flow = openEndedFlow(context.vault, spent)
    return { flow, result: await redeem(tx, { row: spent, flow }) }
  })
  return { row, ...result }
}
