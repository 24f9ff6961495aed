import type { AuthenticateResponse, KnownErrorType, SessionsAttestRequest } from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reportProof } from '../../accounts/report-proof.ts'
import type { AuditEvent } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { consumeNonce } from '../../tokens/consume.ts'
import { readAttestedToken } from './attested-token.ts'
import { findAttestedUser } from './attested-user.ts'
import { presentedSession } from './presented-session.ts'

const event = 'session_attest'

/** Creates a session for a token of an issuer that the project trusts. Each token is accepted once. */
export async function attestSession(
  context: ProviderContext,
  call: Call<SessionsAttestRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { storage, clock, random } = context
  const { project, body } = call
  const profile = project.settings.attestationProfiles?.find(({ id }) => id === body.profile_id)
  if (!profile) throw new ProviderError('attestation_profile_not_found')
  const rejected = (rejectedEvent: AuditEvent, error: KnownErrorType): Promise<ProviderError> =>
    reject(context, call, { event: rejectedEvent, error, targetId: body.profile_id })
  const caller = await presentedSession(context, call)
  const attested = await readAttestedToken(context, profile, body.token)
  if (attested === null) throw await rejected(event, 'unauthorized_credentials')
  const token = newSessionToken(random)
  const proven = await retryAfterRace(() =>
    storage.transaction(async (tx) => {
      const now = clock.now()
      if (!(await consumeNonce(tx, project.id, attested.nonce, attested.expiresAt))) return null
      const found = await findAttestedUser(tx, { project, profile, attested, caller, now, context })
      const { account, registrationId, change } = found
      const done = await proveFactor(tx, context, call, {
        ...{ account, registrationId, change, caller, token, event, continuesOnly: false },
        secret: { accountId: null, issuedAt: attested.issuedAt, dead: 'unauthorized_credentials' },
        factor: newFactor('trusted_auth_token', 'trusted_token_exchange', now),
        durationMinutes: body.session_duration_minutes ?? null,
      })
      await reportProof(tx, context, call, found)
      return done
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof LimitError) throw await auditLimit(storage, context, call, error)
    throw error instanceof ProviderError ? await rejected(event, error.type) : error
  })
  if (proven === null) throw await rejected('token_replay', 'unauthorized_credentials')
  return factorAnswer(context, call, proven)
}
