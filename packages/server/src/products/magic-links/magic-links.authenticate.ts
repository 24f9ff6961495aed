import type { MagicLinksAuthenticateRequest, MagicLinksAuthenticateResponse } from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { signIn, signInAnswer } from '../../organizations/sign-in.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { presentedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken, explainRefusal, type PresentedToken, withoutBrowserProof } from '../../tokens/consume.ts'
import { redeemable } from './redeemable.ts'

export async function authenticateMagicLink(
  context: ProviderContext,
  call: Call<MagicLinksAuthenticateRequest>,
): Promise<DataOf<MagicLinksAuthenticateResponse>> {
  const { body, project, requestId } = call
  const purposes = redeemable(project.settings)
  if (purposes.length === 0) throw new ProviderError('method_not_enabled')
  const tokenHash = sha256Hex(body.token)
  const challenge = presentedChallenge(body.code_verifier)
  const known = challenge === null ? null : await context.storage.oneTime.findByTokenHash(project.id, tokenHash)
  const presented = withoutBrowserProof(known, {
    ...{ projectId: project.id, tokenHash, purposes, challenge },
    now: context.clock.now(),
  })
  const caller = await call.session()
  const token = newSessionToken(context.random)
  const redeemed = await retryAfterRace(() =>
    context.storage.transaction(async (tx) => {
      const row = await consumeToken(tx, { ...presented, usedBy: requestId })
      if (row === null) return null
      const signedIn = await signIn(tx, context, call, {
        ...{ row, caller, token },
        event: 'magic_link_authenticate',
        factorType: 'magic_link',
        deliveryMethod: 'email',
        durationMinutes: body.session_duration_minutes,
        dead: 'unable_to_auth_magic_link',
      })
      return { row, signedIn }
    }),
  ).catch(async (error: unknown) => {
    throw error instanceof ProviderError
      ? await reject(context, call, { event: 'magic_link_authenticate', error })
      : error
  })
  if (redeemed === null) throw await explainRejection(context, call, presented)
  return signInAnswer(context, call, redeemed.row, redeemed.signedIn)
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
