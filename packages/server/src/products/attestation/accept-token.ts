import type { KnownErrorType } from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import type { AuditEvent } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { AttestationProfile } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { consumeNonce } from '../../tokens/consume.ts'
import { type Attested, readAttestedToken } from './attested-token.ts'

export const attestEvent = 'session_attest'

export interface AcceptedToken {
  profile: AttestationProfile
  attested: Attested
}

/**
 * Runs the transaction of a sign-in with a token of an issuer that the project trusts. Each token is accepted once in
 * the whole project.
 */
export async function acceptToken<T extends object>(
  context: ProviderContext,
  call: Call<{ profile_id: string; token: string }>,
  work: (tx: StorageVerbs, accepted: AcceptedToken) => Promise<T>,
): Promise<T> {
  const { storage } = context
  const { project, body } = call
  const profile = project.settings.attestationProfiles?.find(({ id }) => id === body.profile_id)
  if (!profile) throw new ProviderError('attestation_profile_not_found')
  const rejected = (event: AuditEvent, error: KnownErrorType | ProviderError): Promise<ProviderError> =>
    reject(context, call, { event, error, targetId: body.profile_id })
  const attested = await readAttestedToken(context, profile, body.token)
  if (attested === null) throw await rejected(attestEvent, 'unauthorized_credentials')
  const accepted = await retryAfterRace(() =>
    storage.transaction(async (tx) => {
      if (!(await consumeNonce(tx, project.id, attested.nonce, attested.expiresAt))) return null
      return work(tx, { profile, attested })
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof LimitError) throw await auditLimit(storage, context, call, error)
    throw error instanceof ProviderError ? await rejected(attestEvent, error) : error
  })
  if (accepted === null) throw await rejected('token_replay', 'unauthorized_credentials')
  return accepted
}
