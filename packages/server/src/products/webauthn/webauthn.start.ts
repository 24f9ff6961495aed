import type {
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse,
  WebauthnRegisterStartRequest,
  WebauthnRegisterStartResponse,
} from '@latchkey/contract'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import type { Caller } from '../../core/caller.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { limitError, takeLimitsIn } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import type { PasskeyRecord } from '../../storage/passkeys.ts'
import type { AccountRecord, OneTimePurpose } from '../../storage/records.ts'
import { newChallenge } from '../../tokens/challenges.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { isPasskeyDomain } from '../../urls/passkey-rp-ids.ts'
import type { TermsPayload } from './ceremony.ts'
import { offeredAlgorithms } from './verify-credential.ts'

const lifetimeMs = 5 * 60_000
/** WebAuthn 3 §5.4.3: a user handle is at most 64 bytes. */
const longestHandle = 64

export async function startRegistration(
  context: ProviderContext,
  call: Call<WebauthnRegisterStartRequest>,
): Promise<DataOf<WebauthnRegisterStartResponse>> {
  const { project, body } = call
  requireMethod(project, 'webauthn')
  const caller = await call.requireSession()
  requireRecentSignIn(project, caller, context.clock.now())
  const rpId = requireDomain(call)
  const { account } = caller
  const handle = Buffer.from(body.override_id ?? account.id)
  if (handle.length === 0 || handle.length > longestHandle)
    throw refuseField('.override_id', `must be 1 to ${longestHandle} bytes`, 'maxLength')
  const existing = await context.storage.passkeys.list(project.id, account.id)
  // An early error for the user; the check in the registration decides.
  requireRegistrationCapacity(account, 'webauthn')
  const isPasskey = body.return_passkey_credential_options === true
  const isConditional = body.conditional_create === true
  const challenge = await startCeremony(context, call, 'webauthn_register', caller, {
    rpId,
    needsUserVerification: isPasskey && !isConditional,
    isConditional,
    userHandle: handle.toString('base64url'),
    userAgent: body.user_agent.replace(/[^\x20-\x7e]/g, '').slice(0, 256),
    authenticatorType: body.authenticator_type ?? '',
  })
  const name = body.override_name || accountName(account)
  const options = {
    rp: { id: rpId, name: project.name },
    user: {
      id: handle.toString('base64url'),
      name,
      displayName: body.override_display_name || fullName(account) || name,
    },
    challenge,
    pubKeyCredParams: offeredAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: lifetimeMs,
    excludeCredentials: describeCredentials(account, existing, rpId),
    authenticatorSelection: {
      ...(body.authenticator_type ? { authenticatorAttachment: body.authenticator_type } : {}),
      residentKey: isPasskey ? 'required' : 'preferred',
      requireResidentKey: isPasskey,
      userVerification: isPasskey && !isConditional ? 'required' : 'preferred',
    },
    attestation: 'none',
    extensions: { credProps: true },
  }
  return { user_id: account.id, public_key_credential_creation_options: JSON.stringify(options) }
}

export function startAuthentication(mode: 'primary' | 'secondary') {
  return async (
    context: ProviderContext,
    call: Call<WebauthnAuthenticateStartRequest>,
  ): Promise<DataOf<WebauthnAuthenticateStartResponse>> => {
    const { project, body } = call
    requireMethod(project, 'webauthn')
    const caller = mode === 'secondary' ? await call.requireSession() : null
    const rpId = requireDomain(call)
    const own = caller ? await context.storage.passkeys.list(project.id, caller.account.id) : []
    const allowCredentials = caller ? describeCredentials(caller.account, own, rpId) : []
    if (caller && allowCredentials.length === 0) throw new ProviderError('webauthn_registration_not_found')
    // As the only factor it has to verify the user, not only the device.
    const needsUserVerification = mode === 'primary' || body.return_passkey_credential_options === true
    const purpose = mode === 'primary' ? 'webauthn_primary' : 'webauthn_secondary'
    const challenge = await startCeremony(context, call, purpose, caller, {
      ...{ rpId, needsUserVerification, isConditional: false, userHandle: '', userAgent: '', authenticatorType: '' },
    })
    const options = {
      ...{ challenge, timeout: lifetimeMs, rpId, allowCredentials },
      userVerification: needsUserVerification ? 'required' : 'preferred',
    }
    const userId = caller?.account.id ?? ''
    return { user_id: userId, userId, public_key_credential_request_options: JSON.stringify(options) }
  }
}

/** Stores the hash of a new challenge with the terms of its ceremony. */
async function startCeremony(
  context: ProviderContext,
  call: Call<unknown>,
  purpose: OneTimePurpose,
  caller: Caller | null,
  terms: Omit<TermsPayload, 'origin'>,
): Promise<string> {
  const { storage, random, clock, metrics } = context
  const { project, client, origin } = call
  const challenge = newLinkToken(random)
  const row = {
    ...newChallenge({ ...{ project, purpose, caller, lifetimeMs, random }, now: clock.now() }),
    tokenHash: sha256Hex(challenge),
    payload: { ...terms, origin },
  }
  const limited = await storage.transaction(async (tx) => {
    const refused = await takeLimitsIn(tx, context, call, [{ name: 'challenges_per_ip', key: client.prefix }])
    if (refused === null) await tx.oneTime.insert(row)
    return refused
  })
  if (limited) throw limitError(context, limited)
  metrics.oneTime(purpose, 'sent')
  return challenge
}

function requireDomain({ project, body, origin }: Call<{ domain: string }>): string {
  if (!isPasskeyDomain(project, body.domain, origin)) throw new ProviderError('invalid_domain')
  return body.domain
}

interface Descriptor {
  type: 'public-key'
  id: string
  transports?: string[]
}

function describeCredentials(account: AccountRecord, passkeys: readonly PasskeyRecord[], rpId: string): Descriptor[] {
  return passkeys.flatMap((passkey): Descriptor[] => {
    const registration = account.registrations.find(({ id }) => id === passkey.id)
    if (!registration || passkey.rpId !== rpId) return []
    const { transports } = passkey
    return [{ type: 'public-key', id: registration.uniqueKey, ...(transports.length > 0 ? { transports } : {}) }]
  })
}

/** The name under which the device lists the account. */
function accountName({ id, registrations }: AccountRecord): string {
  const contact = registrations.find(({ kind }) => kind === 'email' || kind === 'phone_number')
  return contact?.uniqueKey ?? id
}

function fullName({ name }: AccountRecord): string {
  return [name.first_name, name.middle_name, name.last_name].filter((part) => part !== '').join(' ')
}
