import type { MagicLinksAuthenticateRequest, MagicLinksAuthenticateResponse } from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { signIn, signInAnswer } from '../../organizations/sign-in.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { presentedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken, explainRefusal, type PresentedToken, withoutBrowserProof } from '../../tokens/consume.ts'
import { redeemable } from './redeemable.ts'

export async function authenticateMagicLink(
  context: ProviderContext,
  call: Call<MagicLinksAuthenticateRequest>,
): Promise<DataOf<MagicLinksAuthenticateResponse>> {
  const { body } = call
  const caller = await call.session()
  const token = newSessionToken(context.random)
  const { row, result } = await redeemLink(
    context,
    call,
    { token: body.token, verifier: body.code_verifier, purposes: redeemable(call.project.settings) },
    (tx, row) =>
      signIn(tx, context, call, {
        ...{ row, caller, token },
        event: 'magic_link_authenticate',
        factorType: 'magic_link',
        deliveryMethod: 'email',
        durationMinutes: body.session_duration_minutes,
        dead: 'unable_to_auth_magic_link',
      }),
  )
  return signInAnswer(context, call, row, result)
}

/** Spends a link and continues its transaction; a link that is rejected stays valid. */
export async function redeemLink<Result>(
  context: ProviderContext,
  call: Call<unknown>,
  link: { token: string; verifier: string | undefined; purposes: readonly OneTimePurpose[] },
  redeem: (tx: StorageVerbs, row: OneTimeRecord) => Promise<Result>,
): Promise<{ row: OneTimeRecord; result: Result }> {
  const { project, requestId } = call
  const { purposes } = link
  if (purposes.length === 0) throw new ProviderError('method_not_enabled')
  const tokenHash = sha256Hex(link.token)
  const challenge = presentedChallenge(link.verifier)
  const known = challenge === null ? null : await context.storage.oneTime.findByTokenHash(project.id, tokenHash)
  const presented = withoutBrowserProof(known, {
    ...{ projectId: project.id, tokenHash, purposes, challenge },
    now: context.clock.now(),
  })
  const redeemed = await retryAfterRace(() =>
    context.storage.transaction(async (tx) => {
      const row = await consumeToken(tx, { ...presented, usedBy: requestId })
      if (row === null) return null
      return { row, result: await redeem(tx, row) }
    }),
  ).catch(async (error: unknown) => {
    throw error instanceof ProviderError
      ? await reject(context, call, { event: 'magic_link_authenticate', error })
      : error
  })
  if (redeemed === null) throw await explainRejection(context, call, presented)
  return redeemed
}

async function explainRejection(
  context: ProviderContext,
  call: Call<unknown>,
  presented: PresentedToken,
): Promise<ProviderError> {
  const { why, row } = await explainRefusal(context.storage, presented)
  return reject(context, call, {
    event: why === 'replayed' ? 'token_replay' : 'magic_link_authenticate',
    error: why === 'pkce_mismatch' ? 'pkce_mismatch' : 'unable_to_auth_magic_link',
    secret: row,
  })
}
