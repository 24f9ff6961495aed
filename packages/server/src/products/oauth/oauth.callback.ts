import type { KnownErrorType } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import { s256, sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { readForm } from '../../http/read-body.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { callbackUri, openOAuthSecret } from '../../social-login/credentials.ts'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import type { OAuthCredentialsRecord, ProjectRecord } from '../../storage/records.ts'
import { readBrowserCookie } from '../../tokens/browser-cookie.ts'
import { consumeToken, explainRefusal } from '../../tokens/consume.ts'
import { landingUrl } from '../../urls/landing-url.ts'
import { type EndedFlow, openStartedFlow, redirectLists, type StartedFlow } from './flow.ts'
import { newSignInToken } from './sign-in-token.ts'

const largestForm = 65_536
const callbackError: KnownErrorType = 'oauth_flow_callback_error'
/** RFC 6749 §4.1.2.1, and the error codes of Apple and LinkedIn. */
const cancellations = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']

/**
 * The redirect URI of identity providers: a GET, or a form that the identity provider's page posts. The response is
 * accepted only with the state and the cookie of the browser that began, so a forged form has no effect.
 */
export const oauthCallbackPage: Page = {
  name: 'oauth_callback',
  path: '/v1/oauth/callback/:callback_id',
  methods: ['GET', 'POST'],
  handle: (context, exchange, { callback_id = '' }) =>
    answerUser(context, exchange, 'finish', () => finish(context, exchange, callback_id)),
}

async function finish(context: ProviderContext, exchange: Exchange, callbackId: string): Promise<Response> {
  const { storage } = context
  countRequest(context, exchange.client)
  const found = await findCallback(context, exchange, callbackId)
  const answer = await readAnswer(exchange, found.definition)
  const { credentials, definition, project } = found
  const { flow, startedAt } = await spendState(context, exchange, project, definition, answer)
  // A state that was issued for one identity provider must not be used at the callback of another (mix-up attack).
  if (flow.provider !== credentials.provider || !isFromIssuer(definition, answer))
    throw await rejectCallback(context, exchange, project, { flow })
  const identified = await identify(context, exchange, { flow, answer, credentials, definition, project })
  if (identified === null) {
    const isCanceled = cancellations.includes(answer.error ?? '')
    throw await rejectCallback(context, exchange, project, {
      flow,
      error: isCanceled ? 'oauth_access_denied' : callbackError,
    })
  }
  const issued = await newSignInToken(context, project, identified, { ...flow, startedAt })
  if (issued === null) throw await rejectCallback(context, exchange, project, { flow })
  await storage.transaction(async (tx) => {
    await tx.oneTime.insert(issued.row)
    await audit(
      tx,
      context,
      { ...exchange, project },
      { event: 'oauth_callback', result: 'ok', targetId: issued.row.id },
    )
  })
  exchange.headers.location = issued.redirectUrl
  // 303, so that the browser loads the landing page by GET after a form post too.
  return new Response(null, { status: 303, headers: exchange.headers })
}

interface Found {
  credentials: OAuthCredentialsRecord
  definition: IdentityProvider
  project: ProjectRecord
}

async function findCallback(
  { storage, identityProviders }: ProviderContext,
  exchange: Exchange,
  callbackId: string,
): Promise<Found> {
  const isId = /^oauth-callback-(test|live)-[0-9a-f-]{36}$/.test(callbackId)
  const credentials = isId ? await storage.oauthCredentials.findByCallbackId(callbackId) : null
  const project = credentials && (await storage.projects.get(credentials.projectId))
  if (!credentials || !project) throw new ProviderError('endpoint_not_found')
  identifyProject(exchange, project)
  return { credentials, definition: identityProviders(credentials), project }
}

/** Accepts only the response mode that was requested. */
async function readAnswer(
  { request, awaitSender }: Exchange,
  { responseMode }: IdentityProvider,
): Promise<Record<string, string>> {
  if ((request.method === 'POST') !== (responseMode === 'form_post')) throw new ProviderError('method_not_allowed')
  if (responseMode === 'form_post') return awaitSender(() => readForm(request, largestForm))
  const query = new URL(request.url).searchParams
  return Object.fromEntries(query)
}

/** Consumes the state if the browser's cookie matches, in one statement. */
async function spendState(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  definition: IdentityProvider,
  { state = '' }: Record<string, string>,
): Promise<{ flow: StartedFlow; startedAt: number }> {
  const { storage, clock, vault, baseUrl } = context
  const browserToken = readBrowserCookie(exchange.request, definition, baseUrl.startsWith('https:'))
  const presented = {
    projectId: project.id,
    tokenHash: sha256Hex(state),
    purposes: ['oauth_state'] as const,
    challenge: browserToken === null ? null : s256(browserToken),
    now: clock.now(),
  }
  const row = await consumeToken(storage, { ...presented, usedBy: exchange.requestId })
  if (row !== null) return { flow: openStartedFlow(vault, row), startedAt: row.createdAt }
  const { why, row: rejectedRow } = await explainRefusal(storage, presented)
  const flow = rejectedRow && openStartedFlow(vault, rejectedRow)
  throw await rejectCallback(context, exchange, project, {
    flow,
    event: why === 'replayed' ? 'token_replay' : 'oauth_callback',
  })
}

/**
 * RFC 9207 §2.4, for identity providers that send `iss`; the tenant is checked with the ID token. A response without a
 * code cannot be mixed up, so a user who canceled returns to the host page.
 */
function isFromIssuer(definition: IdentityProvider, { iss, code }: Record<string, string>): boolean {
  if (iss === undefined) return !definition.namesIssuer || code === undefined
  const issuer = definition.answerIssuer ?? definition.issuer
  const [start = '', end] = issuer.split('{tenantid}')
  return end === undefined ? iss === issuer : iss.startsWith(start) && iss.endsWith(end)
}

/** Null if the user canceled, or the provider's answer cannot be used. */
async function identify(
  context: ProviderContext,
  exchange: Exchange,
  { flow, answer, credentials, definition, project }: Found & { flow: StartedFlow; answer: Record<string, string> },
): Promise<EndedFlow | null> {
  const { provider } = flow
  try {
    if (answer.error !== undefined || answer.code === undefined) throw new Error('the provider sent no code')
    const exchanged = await context.exchangeCode({
      definition,
      clientId: credentials.clientId,
      secret: openOAuthSecret(context.vault, credentials),
      redirectUri: callbackUri(context.baseUrl, credentials),
      state: answer.state ?? '',
      nonce: flow.nonce,
      codeVerifier: flow.codeVerifier,
      scopes: flow.scopes,
      readsTenants: project.vertical === 'B2B',
      callback: answer,
    })
    const { attachTo, organizationId, tokenType } = flow
    return { provider, attachTo, organizationId, tokenType, ...exchanged }
  } catch (error) {
    // Only the name of the error: its message may repeat what the identity provider sent.
    const reason = error instanceof Error ? error.name : typeof error
    context.logger.warn(
      {
        request_id: exchange.requestId,
        project_id: project.id,
        provider,
        reason,
        canceled: answer.error !== undefined,
      },
      'sign-in at an identity provider failed',
    )
    return null
  }
}

/** If the state is known, the host page shows the error and the user can try again there. */
async function rejectCallback(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  {
    flow,
    event = 'oauth_callback',
    error = callbackError,
  }: { flow: StartedFlow | null; event?: 'oauth_callback' | 'token_replay'; error?: KnownErrorType },
): Promise<ProviderError> {
  const landing =
    flow && landingUrl(project, flow.loginRedirectUrl, redirectLists(flow), { tokenType: flow.tokenType, error })
  return reject(context, { ...exchange, project }, { event, error: new ProviderError(error, { landing }) })
}
