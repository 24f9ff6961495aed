import type {
  B2bOAuthGoogleOneTapDiscoverySubmitRequest,
  B2bOAuthGoogleOneTapStartResponse,
  B2bOAuthGoogleOneTapSubmitRequest,
  B2bOAuthGoogleOneTapSubmitResponse,
} from '@latchkey/contract/b2b'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { Document } from '../../social-login/identity-provider.ts'
import type { OneTimeRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newChallenge } from '../../tokens/challenges.ts'
import { requestedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken } from '../../tokens/consume.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import type { FlowTarget } from './flow.ts'
import { acceptOneTap, findOneTapProvider, promptLifetimeMs } from './one-tap-token.ts'
import type { Redirects } from './sign-in-token.ts'

/** What a page needs to show Google's prompt. */
export async function startMemberOneTap(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bOAuthGoogleOneTapStartResponse>> {
  const { storage, clock, random } = context
  const { project, client } = call
  requireMethod(project, 'oauth')
  const { credentials, definition } = await findOneTapProvider(context, project)
  await takeLimits(context, call, [{ name: 'challenges_per_ip', key: client.prefix }])
  const nonce = newLinkToken(random)
  const challenge = newChallenge({
    ...{ project, purpose: 'one_tap', caller: null, random },
    ...{ lifetimeMs: promptLifetimeMs, now: clock.now() },
  })
  await storage.oneTime.insert({
    ...challenge,
    tokenHash: sha256Hex(nonce),
    payload: { origin: pageOrigin(context, call) },
  })
  return {
    google_client_id: credentials.clientId,
    nonce,
    script_url: definition.oneTap.script,
    fedcm_config_url: definition.oneTap.fedcmConfig,
  }
}

export async function submitMemberOneTap(
  context: ProviderContext,
  call: Call<B2bOAuthGoogleOneTapSubmitRequest>,
): Promise<DataOf<B2bOAuthGoogleOneTapSubmitResponse>> {
  const { project, body } = call
  requireMethod(project, 'oauth')
  const organization = await findOrganization(context.storage, project.id, body.organization_id)
  return submit(context, call, {
    target: { organizationId: organization.id, tokenType: 'oauth' },
    redirects: {
      loginRedirectUrl: requestedRedirect(project, 'login', body.login_redirect_url),
      signupRedirectUrl: requestedRedirect(project, 'signup', body.signup_redirect_url),
    },
  })
}

export async function submitDiscoveryOneTap(
  context: ProviderContext,
  call: Call<B2bOAuthGoogleOneTapDiscoverySubmitRequest>,
): Promise<DataOf<B2bOAuthGoogleOneTapSubmitResponse>> {
  const { project, body } = call
  requireMethod(project, 'oauth')
  const redirectUrl = requestedRedirect(project, 'discovery', body.discovery_redirect_url)
  return submit(context, call, {
    target: { organizationId: null, tokenType: 'discovery_oauth' },
    redirects: { loginRedirectUrl: redirectUrl, signupRedirectUrl: redirectUrl },
  })
}

async function submit(
  context: ProviderContext,
  call: Call<{ id_token: string; pkce_code_challenge?: string }>,
  flow: { target: FlowTarget; redirects: Redirects },
): Promise<DataOf<B2bOAuthGoogleOneTapSubmitResponse>> {
  const { project, body } = call
  const redirectUrl = await acceptOneTap(context, call, {
    ...{ project, idToken: body.id_token, ...flow, ...(await findOneTapProvider(context, project)) },
    // Required even if the project does not require PKCE: see decision 0012.
    codeChallenge: requestedChallenge(true, body.pkce_code_challenge),
    spendPrompt: (tx, claims) => spendPrompt(tx, context, call, claims),
  })
  return { redirect_url: redirectUrl }
}

/** Consumes the prompt that has the nonce of the ID token. It works once and only for the origin that began it. */
async function spendPrompt(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  { nonce }: Document,
): Promise<OneTimeRecord> {
  const { project, requestId } = call
  const row = await consumeToken(tx, {
    ...{ projectId: project.id, tokenHash: sha256Hex(typeof nonce === 'string' ? nonce : '') },
    ...{ purposes: ['one_tap'], challenge: null, now: context.clock.now(), usedBy: requestId },
  })
  // An ID token without the nonce of a prompt was requested elsewhere. Rolls the transaction back.
  if (row === null || row.payload.origin !== pageOrigin(context, call))
    throw new ProviderError('oauth_flow_callback_error')
  return row
}

/** Browsers leave out the origin of a GET from a page of the provider itself, and name it for the POST that follows. */
function pageOrigin({ baseUrl }: ProviderContext, { origin }: Call<unknown>): string {
  return origin ?? new URL(baseUrl).origin
}
