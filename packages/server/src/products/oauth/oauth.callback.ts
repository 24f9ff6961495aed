import { audit } from '../../audit/audit.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerPerson } from '../../http/person-page.ts'
import { ProviderError } from '../../http/provider-error.ts'
import { readForm } from '../../http/read-body.ts'
import { callbackUri, openOAuthSecret } from '../../identity-providers/credentials.ts'
import type { IdentityProvider } from '../../identity-providers/identity-provider.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { s256, sha256Hex } from '../../security/hash.ts'
import type { OAuthCredentialsRecord, ProjectRecord } from '../../storage/records.ts'
import { consumeToken, explainRefusal } from '../../tokens/consume.ts'
import { readBrowserCookie } from './browser-cookie.ts'
import { type EndedFlow, openStartedFlow, type StartedFlow } from './flow.ts'
import { newSignInToken } from './sign-in-token.ts'

const largestForm = 65_536

/**
 * Where a provider sends people back to: by GET, or with a form that its page posts. A cookie and a random state
 * that only this browser has are what the answer rests on, so that a form from elsewhere achieves nothing.
 */
export const oauthCallbackPage: Page = {
  name: 'oauth_callback',
  path: '/v1/oauth/callback/:callback_id',
  methods: ['GET', 'POST'],
  handle: (context, exchange, { callback_id = '' }) =>
    answerPerson(context, exchange, 'This sign-in could not be finished', () => finish(context, exchange, callback_id)),
}

async function finish(context: ProviderContext, exchange: Exchange, callbackId: string): Promise<Response> {
  const { storage } = context
  countRequest(context, exchange.client)
  const found = await findCallback(context, exchange, callbackId)
  const answer = await readAnswer(exchange, found.definition)
  const { credentials, definition, project } = found
  const flow = await spendState(context, exchange, project, definition, answer)
  // A state that was minted for one provider is not spent at another's address: somebody is mixing them up.
  if (flow.provider !== credentials.provider || !isFromIssuer(definition, answer))
    throw await refused(context, exchange, project)
  const ended = await endFlow(context, exchange, { flow, answer, credentials, definition, project })
  const issued = await newSignInToken(context, project, ended, flow)
  if (issued === null) throw new ProviderError('invalid_redirect_url')
  await storage.transaction(async (tx) => {
    await tx.oneTime.insert(issued.row)
    await audit(
      tx,
      context,
      { ...exchange, project },
      {
        event: 'oauth_callback',
        targetId: issued.row.id,
        ...(ended.outcome === 'failed'
          ? { result: 'refused', errorType: 'oauth_flow_callback_error' }
          : { result: 'ok' }),
      },
    )
  })
  exchange.headers.location = issued.redirectUrl
  // Whatever brought the answer here, the page is fetched.
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

/** Only in the way in which it was asked for. */
async function readAnswer(
  { request, awaitSender }: Exchange,
  { responseMode }: IdentityProvider,
): Promise<Record<string, string>> {
  if ((request.method === 'POST') !== (responseMode === 'form_post')) throw new ProviderError('method_not_allowed')
  if (responseMode === 'form_post') return awaitSender(() => readForm(request, largestForm))
  const query = new URL(request.url).searchParams
  return Object.fromEntries(query)
}

/** Bound to the browser and good for one time: all in one statement. */
async function spendState(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  definition: IdentityProvider,
  { state = '' }: Record<string, string>,
): Promise<StartedFlow> {
  const { storage, clock, vault, baseUrl } = context
  const mark = readBrowserCookie(exchange.request, definition, baseUrl.startsWith('https:'))
  const presented = {
    projectId: project.id,
    tokenHash: sha256Hex(state),
    purposes: ['oauth_state'] as const,
    challenge: mark === null ? null : s256(mark),
    now: clock.now(),
  }
  const row = await consumeToken(storage, { ...presented, usedBy: exchange.requestId })
  if (row !== null) return openStartedFlow(vault, row)
  const { why } = await explainRefusal(storage, presented)
  throw await refused(context, exchange, project, why === 'replayed' ? 'token_replay' : 'oauth_callback')
}

/**
 * RFC 9207 §2.4, where the provider says who it is; the tenant is checked with the id token. Without a code there is
 * nothing to be led astray with: somebody who cancelled is sent back to the page.
 */
function isFromIssuer(definition: IdentityProvider, { iss, code }: Record<string, string>): boolean {
  if (iss === undefined) return !definition.namesIssuer || code === undefined
  const issuer = definition.answerIssuer ?? definition.issuer
  const [start = '', end] = issuer.split('{tenantid}')
  return end === undefined ? iss === issuer : iss.startsWith(start) && iss.endsWith(end)
}

/** What went wrong at the provider, or with it, is told to the page that began; the person is not left here. */
async function endFlow(
  context: ProviderContext,
  exchange: Exchange,
  { flow, answer, credentials, definition, project }: Found & { flow: StartedFlow; answer: Record<string, string> },
): Promise<EndedFlow> {
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
      callback: answer,
    })
    return { outcome: 'identified', provider, attachTo: flow.attachTo, ...exchanged }
  } catch (error) {
    // By name alone: messages may repeat what the provider sent.
    const reason = error instanceof Error ? error.name : typeof error
    context.logger.warn(
      {
        request_id: exchange.requestId,
        project_id: project.id,
        provider,
        reason,
        cancelled: answer.error !== undefined,
      },
      'a sign-in at an identity provider failed',
    )
    return { outcome: 'failed', provider }
  }
}

async function refused(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  event: 'oauth_callback' | 'token_replay' = 'oauth_callback',
): Promise<ProviderError> {
  await audit(
    context.storage,
    context,
    { ...exchange, project },
    {
      event,
      result: 'refused',
      errorType: 'oauth_flow_callback_error',
    },
  )
  return new ProviderError('oauth_flow_callback_error')
}
