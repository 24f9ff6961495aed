import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { PasskeyRecord } from '../../storage/passkeys.ts'
import { type AuthenticatorData, readAuthenticatorData } from './authenticator-data.ts'
import { checkAuthenticatorData, checkClientData, refusal, type Terms } from './ceremony.ts'
import { type ClientData, readClientData } from './client-data.ts'
import type { PresentedAuthentication, PresentedRegistration } from './presented-credential.ts'
import { findItemEnd } from './strict-cbor.ts'

/** COSE algorithms offered, the preferred one first: ES256, EdDSA, RS256. */
export const offeredAlgorithms: readonly number[] = [-7, -8, -257]

/** Loaded by the first ceremony. */
const library = () => import('@simplewebauthn/server')
const readers = () => import('@simplewebauthn/server/helpers')

export interface NewCredential {
  publicKey: string
  data: AuthenticatorData
  aaguid: string
}

/** WebAuthn 3 §7.1. */
export async function verifyRegistration(
  call: Call<unknown>,
  terms: Terms,
  client: ClientData,
  presented: PresentedRegistration,
): Promise<NewCredential> {
  checkClientData(call, terms, client, 'webauthn.create')
  const attestation = Buffer.from(presented.response.attestationObject, 'base64url')
  if (findItemEnd(attestation, 0) !== attestation.length) throw new ProviderError(refusal)
  const { decodeAttestationObject } = await readers()
  const object = decodeAttestationObject(Uint8Array.from(attestation))
  // No attestation was requested, so only the format `none` is accepted.
  if (object.get('fmt') !== 'none') throw new ProviderError(refusal)
  const data = readAuthenticatorData(Buffer.from(object.get('authData')))
  checkAuthenticatorData(terms, data)
  if (data.attested?.credentialId !== presented.id) throw new ProviderError(refusal)
  const { verifyRegistrationResponse } = await library()
  const { id, rawId, type } = presented
  const { clientDataJSON, attestationObject } = presented.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: client.challenge,
    expectedOrigin: client.origin,
    expectedRPID: terms.rpId,
    requireUserVerification: terms.needsUserVerification,
    requireUserPresence: !terms.isConditional,
    supportedAlgorithmIDs: [...offeredAlgorithms],
  })
  if (!verified) throw new ProviderError(refusal)
  const publicKey = Buffer.from(registrationInfo.credential.publicKey).toString('base64url')
  return { publicKey, data, aaguid: data.attested.aaguid }
}

/** WebAuthn 3 §7.2, except the signature counter, which the statement that stores it checks. */
export async function verifyAuthentication(
  call: Call<unknown>,
  terms: Terms,
  client: ClientData,
  presented: PresentedAuthentication,
  passkey: PasskeyRecord,
): Promise<AuthenticatorData> {
  checkClientData(call, terms, client, 'webauthn.get')
  const { clientDataJSON, authenticatorData, signature, userHandle } = presented.response
  const data = readAuthenticatorData(Buffer.from(authenticatorData, 'base64url'))
  checkAuthenticatorData(terms, data)
  const isRight =
    data.attested === null &&
    passkey.rpId === terms.rpId &&
    // Backup eligibility never changes after registration (§7.2 step 19).
    data.backupEligible === passkey.backupEligible &&
    // If the user was not identified before the ceremony, the user handle has to identify them (§7.2 step 6).
    (userHandle ? userHandle === passkey.userHandle : terms.row.purpose === 'webauthn_secondary')
  if (!isRight) throw new ProviderError(refusal)
  const { verifyAuthenticationResponse } = await library()
  const { id, rawId, type } = presented
  const { verified } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: client.challenge,
    expectedOrigin: client.origin,
    expectedRPID: terms.rpId,
    requireUserVerification: terms.needsUserVerification,
    credential: {
      id,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: 0,
    },
  })
  if (!verified) throw new ProviderError(refusal)
  return data
}

export function parseClientData({ response }: { response: { clientDataJSON: string } }): ClientData {
  return readClientData(Buffer.from(response.clientDataJSON, 'base64url'))
}
