import type { WebauthnAuthenticateRequest, WebauthnAuthenticateResponse } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import type { Caller } from '../../core/caller.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { PasskeyRecord } from '../../storage/passkeys.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { AccountRecord, OneTimePurpose, RegistrationRecord } from '../../storage/records.ts'
import { consumeToken } from '../../tokens/consume.ts'
import { findTerms, refusal, rejectOnError } from './ceremony.ts'
import { readAuthentication } from './presented-credential.ts'
import { parseClientData, verifyAuthentication } from './verify-credential.ts'

const purposes: readonly OneTimePurpose[] = ['webauthn_primary', 'webauthn_secondary']

/** The signature counter did not increase: the private key may have been copied. */
class CounterError extends ProviderError {}

interface Owned {
  account: AccountRecord
  registration: RegistrationRecord
  passkey: PasskeyRecord
}

export async function authenticateCredential(
  context: ProviderContext,
  call: Call<WebauthnAuthenticateRequest>,
): Promise<DataOf<WebauthnAuthenticateResponse>> {
  requireMethod(call.project, 'webauthn')
  const caller = await call.session()
  const known: { owned: Owned | null } = { owned: null }
  try {
    return await authenticate(context, call, caller, known)
  } catch (error) {
    if (error instanceof LimitError) throw await auditLimit(context.storage, context, call, error)
    if (!(error instanceof ProviderError)) throw error
    throw await reject(context, call, {
      event: error instanceof CounterError ? 'webauthn_counter_regression' : 'webauthn_authenticate',
      error,
      accountId: known.owned?.account.id ?? null,
      targetId: known.owned?.registration.id ?? null,
    })
  }
}

async function authenticate(
  context: ProviderContext,
  call: Call<WebauthnAuthenticateRequest>,
  caller: Caller | null,
  known: { owned: Owned | null },
): Promise<DataOf<WebauthnAuthenticateResponse>> {
  const { storage, clock, random, metrics } = context
  const { project, body, requestId } = call
  const presented = await rejectOnError(() => readAuthentication(body.public_key_credential))
  const client = await rejectOnError(() => parseClientData(presented))
  const terms = await findTerms(context, project.id, client.challenge, purposes)
  const { purpose, sessionId } = terms.row
  if (sessionId !== null && caller === null) throw new ProviderError('user_unauthenticated')
  if (sessionId !== null && sessionId !== caller?.session.id) throw new ProviderError(refusal)
  const owned = await findCredential(context, project.id, terms.rpId, presented.id)
  if (sessionId !== null && owned.account.id !== caller?.account.id) throw new ProviderError(refusal)
  known.owned = owned
  const { account, registration, passkey } = owned
  const data = await rejectOnError(() => verifyAuthentication(call, terms, client, presented, passkey))
  const token = newSessionToken(random)
  const proven = await storage.transaction(async (tx) => {
    const now = clock.now()
    const spent = await consumeToken(tx, {
      ...{ projectId: project.id, tokenHash: sha256Hex(client.challenge), purposes: [purpose] },
      ...{ challenge: null, now, usedBy: requestId },
    })
    if (spent === null) throw new ProviderError(refusal)
    const { signCount, backedUp } = data
    // If the passkey was removed meanwhile, the request is rejected without a counter warning.
    if (!(await tx.passkeys.recordUse(project.id, passkey.id, { signCount, backedUp }, now)))
      throw (await tx.passkeys.get(project.id, passkey.id)) ? new CounterError(refusal) : new ProviderError(refusal)
    if (signCount <= passkey.signCount && passkey.signCount > 0)
      await audit(tx, context, call, {
        ...{ event: 'webauthn_counter_regression', result: 'ok', accountId: account.id, targetId: registration.id },
      })
    return proveFactor(tx, context, call, {
      ...{ account, caller, token, registrationId: registration.id, event: 'webauthn_authenticate', change: 'none' },
      secret: { accountId: spent.accountId, issuedAt: spent.createdAt, dead: refusal },
      factor: {
        ...newFactor('webauthn', 'webauthn_registration', now),
        webauthn_factor: {
          webauthn_registration_id: registration.id,
          domain: passkey.rpId,
          user_agent: String(registration.details.user_agent ?? ''),
        },
      },
      durationMinutes: body.session_duration_minutes,
      continuesOnly: sessionId !== null,
    })
  })
  metrics.oneTime(purpose, 'redeemed')
  return { ...(await factorAnswer(context, call, proven)), webauthn_registration_id: registration.id }
}

async function findCredential(
  { storage }: ProviderContext,
  projectId: string,
  rpId: string,
  credentialId: string,
): Promise<Owned> {
  const account = await storage.accounts.findByRegistration(projectRealm(projectId), 'webauthn', credentialId)
  const registration = account?.registrations.find((one) => one.kind === 'webauthn' && one.uniqueKey === credentialId)
  const passkey = registration ? await storage.passkeys.get(projectId, registration.id) : null
  // "Not found" makes the browser delete the passkey. So it is used only if no project of the domain has the
  // credential, and not for a disabled account, which may be enabled again.
  if (!account || !registration || !passkey)
    throw new ProviderError(
      (await storage.passkeys.isKnown(rpId, credentialId)) ? refusal : 'webauthn_registration_not_found',
    )
  if (account.disabledAt !== null) throw new ProviderError(refusal)
  return { account, registration, passkey }
}
