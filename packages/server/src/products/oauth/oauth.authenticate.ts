import type {
  AuthenticationFactor,
  IdentityProviderName,
  KnownErrorType,
  OAuthAuthenticateRequest,
  OAuthAuthenticateResponse,
} from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reportProof } from '../../accounts/report-proof.ts'
import { reject } from '../../audit/reject.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { factorAnswer, newFactor, type ProofResult, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { AccountRecord, OneTimeRecord, RegistrationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { presentedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken, explainRefusal, type PresentedToken } from '../../tokens/consume.ts'
import { type EndedFlow, openEndedFlow } from './flow.ts'
import { proveIdentity } from './prove-identity.ts'

const dead: KnownErrorType = 'oauth_token_not_found'

/** These identity providers send no email address, so their factors have no `email_id`. */
const withoutEmail: readonly IdentityProviderName[] = ['twitter', 'tiktok', 'snapchat']

type Redeemed = { row: OneTimeRecord; flow: EndedFlow; proven: ProofResult }

export async function authenticateOAuth(
  context: ProviderContext,
  call: Call<OAuthAuthenticateRequest>,
): Promise<DataOf<OAuthAuthenticateResponse>> {
  const { body, project, requestId } = call
  requireMethod(project, 'oauth')
  const presented: PresentedToken = {
    projectId: project.id,
    tokenHash: sha256Hex(body.token),
    purposes: ['oauth_login', 'oauth_signup'],
    challenge: presentedChallenge(body.code_verifier),
    now: context.clock.now(),
  }
  const caller = await call.session()
  const token = newSessionToken(context.random)
  const redeemed = await retryAfterRace(() =>
    context.storage.transaction(async (tx): Promise<Redeemed | null> => {
      const row = await consumeToken(tx, { ...presented, usedBy: requestId })
      if (row === null) return null
      const flow = openEndedFlow(context.vault, row)
      return { row, flow, proven: await signIn(tx, context, call, { row, flow, caller, token }) }
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof LimitError) throw await auditLimit(context.storage, context, call, error)
    throw error instanceof ProviderError
      ? await reject(context, call, { event: 'oauth_authenticate', error: error.type })
      : error
  })
  if (redeemed === null) throw await explainRejection(context, call, presented)
  const { row, flow, proven } = redeemed
  context.metrics.oneTime(row.purpose, 'redeemed')
  return {
    ...(await factorAnswer(context, call, proven)),
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
  input: {
    row: OneTimeRecord
    flow: EndedFlow
    caller: Awaited<ReturnType<Call<unknown>['session']>>
    token: string
  },
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

async function explainRejection(
  context: ProviderContext,
  call: Call<unknown>,
  presented: PresentedToken,
): Promise<ProviderError> {
  const { why, row } = await explainRefusal(context.storage, presented)
  return reject(context, call, {
    event: why === 'replayed' ? 'token_replay' : 'oauth_authenticate',
    error: why === 'pkce_mismatch' ? 'pkce_mismatch' : dead,
    secret: row,
    accountId: null,
  })
}
