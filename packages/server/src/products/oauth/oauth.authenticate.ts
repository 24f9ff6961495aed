import type {
  AuthenticationFactor,
  IdentityProviderName,
  OAuthAuthenticateRequest,
  OAuthAuthenticateResponse,
} from '@latchkey/contract'
import { reportProof } from '../../accounts/report-proof.ts'
import type { Caller } from '../../core/caller.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import { factorAnswer, newFactor, type ProofResult, proveFactor } from '../../organizations/prove-factor.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { AccountRecord, RegistrationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { EndedFlow } from './flow.ts'
import { proveIdentity } from './prove-identity.ts'
import { dead, type RedeemedFlow, redeemFlow } from './redeem-flow.ts'

/** These identity providers send no email address, so their factors have no `email_id`. */
const withoutEmail: readonly IdentityProviderName[] = ['twitter', 'tiktok', 'snapchat']

export async function authenticateOAuth(
  context: ProviderContext,
  call: Call<OAuthAuthenticateRequest>,
): Promise<DataOf<OAuthAuthenticateResponse>> {
  const { body } = call
  const caller = await call.session()
  const token = newSessionToken(context.random)
  const { flow, result } = await redeemFlow(
    context,
    call,
    { token: body.token, verifier: body.code_verifier, purposes: ['oauth_login', 'oauth_signup'] },
    (tx, redeemed) => signIn(tx, context, call, { ...redeemed, caller, token }),
  )
  return {
    ...(await factorAnswer(context, call, result)),
    provider_subject: flow.identity.subject,
    provider_type: flow.provider,
    profile_picture_url: flow.identity.pictureUrl,
    locale: flow.identity.locale,
    provider_values: flow.values,
  }
}

async function signIn(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<OAuthAuthenticateRequest>,
  input: RedeemedFlow & { caller: Caller | null; token: string },
): Promise<ProofResult> {
  const { row, flow, caller, token } = input
  const { project, body } = call
  const proof = await proveIdentity(tx, context, { project, row, flow, caller, dead })
  const { account, registration, change } = proof
  await reportProof(tx, context, call, proof)
  return proveFactor(tx, context, call, {
    ...{ account, change, caller, token },
    secret: { accountId: row.accountId, issuedAt: row.createdAt, dead },
    factor: factorOf(flow, account, registration, context.clock.now()),
    event: 'oauth_authenticate',
    registrationId: registration.id,
    durationMinutes: body.session_duration_minutes,
    continuesOnly: false,
  })
}

function factorOf(
  { provider, identity }: EndedFlow,
  account: AccountRecord,
  registration: RegistrationRecord,
  now: number,
): AuthenticationFactor {
  const address = identity.email === null || withoutEmail.includes(provider) ? null : canonicalEmail(identity.email)
  const email = account.registrations.find(({ kind, uniqueKey }) => kind === 'email' && uniqueKey === address)
  return {
    ...newFactor('oauth', `oauth_${provider}`, now),
    [`${provider}_oauth_factor`]: {
      id: registration.id,
      ...(email ? { email_id: email.id } : {}),
      provider_subject: identity.subject,
    },
  }
}
