import type { WebauthnAuthenticateResponse, WebauthnRegisterRequest } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import { reject } from '../../audit/reject.ts'
import type { Caller } from '../../core/caller.ts'
import { sha256Hex } from '../../core/hash.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { PasskeyRecord } from '../../storage/passkeys.ts'
import type { RegistrationRecord } from '../../storage/records.ts'
import { consumeToken } from '../../tokens/consume.ts'
import { passkeyName } from './authenticator-names.ts'
import { findTerms, refusal, rejectOnError, type Terms } from './ceremony.ts'
import { type PresentedRegistration, readRegistration } from './presented-credential.ts'
import { type NewCredential, parseClientData, verifyRegistration } from './verify-credential.ts'

export async function registerCredential(
  context: ProviderContext,
  call: Call<WebauthnRegisterRequest>,
): Promise<DataOf<WebauthnAuthenticateResponse>> {
  requireMethod(call.project, 'webauthn')
  const caller = await call.requireSession()
  try {
    return await register(context, call, caller)
  } catch (error) {
    if (error instanceof LimitError) throw await auditLimit(context.storage, context, call, error)
    if (!(error instanceof ProviderError)) throw error
    throw await reject(context, call, { event: 'webauthn_register', error, accountId: caller.account.id })
  }
}

async function register(
  context: ProviderContext,
  call: Call<WebauthnRegisterRequest>,
  caller: Caller,
): Promise<DataOf<WebauthnAuthenticateResponse>> {
  const { storage, clock, random, metrics } = context
  const { project, body, requestId } = call
  const presented = await rejectOnError(() => readRegistration(body.public_key_credential))
  const client = await rejectOnError(() => parseClientData(presented))
  const terms = await findTerms(context, project.id, client.challenge, ['webauthn_register'])
  if (terms.row.sessionId !== caller.session.id || terms.row.accountId !== caller.account.id)
    throw new ProviderError(refusal)
  const credential = await rejectOnError(() => verifyRegistration(call, terms, client, presented))
  const { registration, passkey } = newRecords(context, call, terms, presented, credential)
  const token = newSessionToken(random)
  const proven = await storage.transaction(async (tx) => {
    const now = clock.now()
    const spent = await consumeToken(tx, {
      ...{ projectId: project.id, tokenHash: sha256Hex(client.challenge), purposes: ['webauthn_register'] },
      ...{ challenge: null, now, usedBy: requestId },
    })
    if (spent === null) throw new ProviderError(refusal)
    const account = await lockAccountRow(tx, caller.account, now)
    // Several ceremonies may have started before the first one finished.
    requireRegistrationCapacity(account, 'webauthn')
    // The unique index ensures that a credential belongs to one user (§7.1 step 26).
    if (!(await tx.accounts.addRegistration(registration))) throw new ProviderError('duplicate_webauthn_registration')
    await tx.passkeys.insert(passkey)
    return proveFactor(tx, context, call, {
      ...{ caller, token, registrationId: registration.id, event: 'webauthn_register', change: 'factor' },
      secret: { accountId: spent.accountId, issuedAt: spent.createdAt, dead: refusal },
      account: { ...account, registrations: [...account.registrations, registration] },
      // A passkey that the browser created without the user proves nothing yet, so it adds no factor to the session.
      factor: terms.isConditional
        ? null
        : {
            ...newFactor('webauthn', 'webauthn_registration', now),
            webauthn_factor: {
              webauthn_registration_id: registration.id,
              domain: terms.rpId,
              user_agent: terms.userAgent,
            },
          },
      durationMinutes: body.session_duration_minutes ?? null,
      continuesOnly: true,
    })
  })
  metrics.oneTime('webauthn_register', 'redeemed')
  return { ...(await factorAnswer(context, call, proven)), webauthn_registration_id: registration.id }
}

function newRecords(
  { clock, random }: ProviderContext,
  { project }: Call<unknown>,
  terms: Terms,
  presented: PresentedRegistration,
  { publicKey, data, aaguid }: NewCredential,
): { registration: RegistrationRecord; passkey: PasskeyRecord } {
  const now = clock.now()
  const owner = { projectId: project.id, accountId: terms.row.accountId ?? '' }
  const id = newId('webauthn-registration', project.environment, now, random)
  const transports = presented.response.transports ?? []
  const attachment = presented.authenticatorAttachment
  return {
    registration: {
      ...owner,
      organizationId: terms.row.organizationId,
      id,
      kind: 'webauthn',
      uniqueKey: presented.id,
      verified: true,
      details: {
        domain: terms.rpId,
        user_agent: terms.userAgent,
        authenticator_type: attachment ?? terms.authenticatorType,
        name: passkeyName({ aaguid, attachment, transports, userAgent: terms.userAgent }),
        // An authenticator that does not name its model sends zeros.
        ...(/[^0]/.test(aaguid) ? { aaguid } : {}),
      },
      createdAt: now,
      verifiedAt: now,
    },
    passkey: {
      ...owner,
      ...{ id, rpId: terms.rpId, publicKey, userHandle: terms.userHandle, signCount: data.signCount, aaguid },
      transports,
      backupEligible: data.backupEligible,
      backedUp: data.backedUp,
      createdAt: now,
      lastUsedAt: null,
    },
  }
}
