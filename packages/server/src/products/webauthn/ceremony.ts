import type { KnownErrorType } from '@latchkey/contract'
import { equalDigests, sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../storage/records.ts'
import { isAuthorizedOrigin } from '../../urls/origin-list.ts'
import { isPasskeyDomain } from '../../urls/passkey-rp-ids.ts'
import type { AuthenticatorData } from './authenticator-data.ts'
import type { ClientData } from './client-data.ts'

/** The only error of a ceremony, so that an attacker does not learn which check failed. */
export const refusal: KnownErrorType = 'invalid_webauthn_credential'

/** The options with which the ceremony began. */
export interface Terms {
  row: OneTimeRecord
  rpId: string
  origin: string | null
  needsUserVerification: boolean
  /** Created by the browser without the user's presence (WebAuthn 3 §7.1 step 15). */
  isConditional: boolean
  userHandle: string
  userAgent: string
  authenticatorType: string
}

/** The payload of a ceremony's row. */
export type TermsPayload = Omit<Terms, 'row'>

/** The terms of an open ceremony, by its challenge. Only reads; consuming the challenge decides. */
export async function findTerms(
  { storage, clock }: Pick<ProviderContext, 'storage' | 'clock'>,
  projectId: string,
  challenge: string,
  purposes: readonly OneTimePurpose[],
): Promise<Terms> {
  const row = await storage.oneTime.findByTokenHash(projectId, sha256Hex(challenge))
  if (row === null || !purposes.includes(row.purpose)) throw new ProviderError(refusal)
  if (row.usedAt !== null || row.voidedAt !== null || row.expiresAt <= clock.now()) throw new ProviderError(refusal)
  const { rpId, origin, needsUserVerification, isConditional, userHandle, userAgent, authenticatorType } = row.payload
  return {
    row,
    rpId: String(rpId),
    origin: typeof origin === 'string' ? origin : null,
    needsUserVerification: needsUserVerification !== false,
    isConditional: isConditional === true,
    userHandle: String(userHandle),
    userAgent: String(userAgent),
    authenticatorType: String(authenticatorType),
  }
}

/** §7.1 steps 7 to 12, §7.2 steps 10 to 15: checks what the browser signed over. */
export function checkClientData(call: Call<unknown>, terms: Terms, data: ClientData, type: string): void {
  const { project, origin } = call
  // The response must come from the page that began. A caller without an origin must present an origin of the project.
  const isExpected =
    terms.origin === null
      ? isAuthorizedOrigin(data.origin, project.settings.authorizedOrigins, project.environment) &&
        isPasskeyDomain(project, terms.rpId, data.origin)
      : data.origin === terms.origin
  if (data.type !== type || !isExpected || origin !== terms.origin) throw new ProviderError(refusal)
}

/** §7.1 steps 14 to 18, §7.2 steps 16 to 19: checks what the authenticator reports. */
export function checkAuthenticatorData(terms: Terms, data: AuthenticatorData): void {
  const isRight =
    equalDigests(data.rpIdHash, sha256Hex(terms.rpId)) &&
    (data.userPresent || terms.isConditional) &&
    (data.userVerified || !terms.needsUserVerification) &&
    (data.backupEligible || !data.backedUp)
  if (!isRight) throw new ProviderError(refusal)
}

/** Turns every error of a parser or the library into a rejection. */
export async function rejectOnError<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw cause instanceof ProviderError ? cause : new ProviderError(refusal, { cause })
  }
}
