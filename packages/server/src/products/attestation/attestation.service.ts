import type { AuthenticateResponse, SessionsAttestRequest } from '@latchkey/contract'
import { reportProof } from '../../accounts/report-proof.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { acceptToken, attestEvent } from './accept-token.ts'
import { findAttestedUser } from './attested-user.ts'
import { presentedSession } from './presented-session.ts'

/** Creates a session for a token of an issuer that the project trusts. */
export async function attestSession(
  context: ProviderContext,
  call: Call<SessionsAttestRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { clock, random } = context
  const { project, body } = call
  const caller = await presentedSession(context, call)
  const token = newSessionToken(random)
  const proven = await acceptToken(context, call, async (tx, { profile, attested }) => {
    const now = clock.now()
    const found = await findAttestedUser(tx, { project, profile, attested, caller, now, context })
    const { account, registrationId, change } = found
    const done = await proveFactor(tx, context, call, {
      ...{ account, registrationId, change, caller, token, event: attestEvent, continuesOnly: false },
      secret: { accountId: null, issuedAt: attested.issuedAt, dead: 'unauthorized_credentials' },
      factor: newFactor('trusted_auth_token', 'trusted_token_exchange', now),
      durationMinutes: body.session_duration_minutes ?? null,
    })
    await reportProof(tx, context, call, found)
    return done
  })
  return factorAnswer(context, call, proven)
}
