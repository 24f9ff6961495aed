import type { OAuthProvider } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import { s256, sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerPerson } from '../../http/person-page.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { callbackUri } from '../../social-login/credentials.ts'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import type { OAuthCredentialsRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { requestedChallenge } from '../../tokens/code-challenge.ts'
import { consumeToken } from '../../tokens/consume.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import { markBrowser } from './browser-cookie.ts'
import { findCredentials, isProvider } from './find-credentials.ts'
import { newFlowRow, type StartedFlow } from './flow.ts'

/** As long as somebody may take at a provider, with a second factor and a forgotten password. */
const flowLifetimeMs = 10 * 60_000
const mostScopes = 50

/** Sends the browser to the provider, and remembers that it did. */
export const oauthStartPage: Page = {
  name: 'oauth_start',
  path: '/v1/public/oauth/:provider/start',
  handle: (context, exchange, { provider = '' }) =>
    answerPerson(context, exchange, 'start', () => start(context, exchange, provider)),
}

async function start(context: ProviderContext, exchange: Exchange, provider: string): Promise<Response> {
  const { storage, random } = context
  countRequest(context, exchange.client)
  if (!isProvider(provider)) throw new ProviderError('endpoint_not_found')
  const query = readQuery(exchange.request)
  const project = await context.projects.byPublicToken(query.get('public_token') ?? '')
  if (!project) throw new ProviderError('invalid_public_token')
  identifyProject(exchange, project)
  const elsewhere = ownAddress(context, exchange.request, project)
  if (elsewhere !== null) {
    exchange.headers.location = elsewhere
    return new Response(null, { status: 302, headers: exchange.headers })
  }
  if (project.vertical !== 'CONSUMER') throw new ProviderError('wrong_vertical')
  requireMethod(project, 'oauth')
  const { credentials, definition } = await findCredentials(context, project, provider)
  const wishes = readWishes(project, definition, query)
  await takeLimits(context, { ...exchange, project }, [{ name: 'challenges_per_ip', key: exchange.client.prefix }])

  const attachToken = query.get('oauth_attach_token')
  const [state, codeVerifier, nonce] = [newLinkToken(random), newLinkToken(random), newLinkToken(random)]
  const { mark, setCookie } = markBrowser(exchange.request, definition, context.baseUrl.startsWith('https:'), random)
  await storage.transaction(async (tx) => {
    const attachTo =
      attachToken === undefined
        ? null
        : await spendAttachToken(tx, context, exchange, { projectId: project.id, provider, token: attachToken })
    const content: StartedFlow = { ...wishes.flow, provider, codeVerifier, nonce, attachTo }
    await tx.oneTime.insert(
      newFlowRow(context, project, {
        ...{ purpose: 'oauth_state', userId: attachTo, identifier: `oauth:${provider}` },
        ...{ content, lifetimeMs: flowLifetimeMs },
        tokenHash: sha256Hex(state),
        // Bound like a link to its challenge: only the browser that has the mark can spend it.
        codeChallenge: s256(mark),
      }),
    )
  })
  exchange.headers['set-cookie'] = setCookie
  exchange.headers.location = authorizationUrl(context, credentials, definition, {
    ...{ state, nonce, codeVerifier, scopes: wishes.flow.scopes, extras: wishes.extras },
  })
  return new Response(null, { status: 302, headers: exchange.headers })
}

/**
 * A sign-in ends at the provider's own address and in the browser that it began in, which that address has to know
 * again. So from the API host of a project the way leads there first; null where it is the same host.
 */
function ownAddress({ baseUrl }: ProviderContext, request: Request, { settings }: ProjectRecord): string | null {
  const { hostname, pathname, search } = new URL(request.url)
  const isElsewhere = hostname === settings.cnameDomain && hostname !== new URL(baseUrl).hostname
  return isElsewhere ? new URL(pathname + search, baseUrl).href : null
}

/** Ends in the account of the user it was given out for, at the provider it was given out for. */
async function spendAttachToken(
  tx: Pick<StorageVerbs, 'oneTime'>,
  { clock }: ProviderContext,
  { requestId }: Exchange,
  wish: { projectId: string; provider: OAuthProvider; token: string },
): Promise<string> {
  const row = await consumeToken(tx, {
    projectId: wish.projectId,
    tokenHash: sha256Hex(wish.token),
    purposes: ['oauth_attach'],
    challenge: null,
    now: clock.now(),
    usedBy: requestId,
  })
  if (row === null || row.userId === null || row.identifier !== `oauth:${wish.provider}`)
    throw new ProviderError('oauth_token_not_found')
  return row.userId
}

/** Each name once: what is said twice could be read either way. */
function readQuery(request: Request): Map<string, string> {
  const query = new Map<string, string>()
  for (const [name, value] of new URL(request.url).searchParams) {
    if (query.has(name)) throw refuseField(`.${name}`, 'stands there twice', 'format', 'query')
    if (value.length > 2_048 || !isSafeText(value))
      throw refuseField(`.${name}`, 'has the wrong form', 'format', 'query')
    query.set(name, value)
  }
  return query
}

interface Wishes {
  flow: Pick<StartedFlow, 'scopes' | 'loginRedirectUrl' | 'signupRedirectUrl' | 'codeChallenge'>
  extras: [string, string][]
}

/** What the page asks for, as far as it may: everything else is refused before anybody is sent anywhere. */
function readWishes(project: ProjectRecord, definition: IdentityProvider, query: Map<string, string>): Wishes {
  const loginRedirectUrl = requestedRedirect(project, 'login', query.get('login_redirect_url'))
  const signupRedirectUrl = requestedRedirect(project, 'signup', query.get('signup_redirect_url'))
  const codeChallenge = requestedChallenge(project.settings.pkceRequired.oauth, query.get('code_challenge'))
  const custom = (query.get('custom_scopes') ?? '').split(' ').filter(Boolean)
  // RFC 6749 §3.3; a comma would be two scopes where they are joined by it.
  if (custom.length > mostScopes || !custom.every((scope) => /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,256}$/.test(scope)))
    throw refuseField('.custom_scopes', 'has to be scopes, space-joined', 'format', 'query')
  const extras = [...query].flatMap(([name, value]): [string, string][] => {
    if (!name.startsWith('provider_')) return []
    const own = name.slice('provider_'.length)
    if (!definition.extras.includes(own))
      throw refuseField(`.${name}`, `is nothing that may be sent to ${definition.displayName}`, 'enum', 'query')
    return [[own, value]]
  })
  const scopes = [...new Set([...definition.scopes, ...custom])]
  return { flow: { scopes, loginRedirectUrl, signupRedirectUrl, codeChallenge }, extras }
}

function authorizationUrl(
  { baseUrl }: ProviderContext,
  credentials: OAuthCredentialsRecord,
  definition: IdentityProvider,
  flow: { state: string; nonce: string; codeVerifier: string; scopes: string[]; extras: [string, string][] },
): string {
  const url = new URL(definition.endpoints.authorization)
  const own: Record<string, string> = {
    ...definition.parameters,
    [definition.clientIdParameter]: credentials.clientId,
    response_type: 'code',
    redirect_uri: callbackUri(baseUrl, credentials),
    scope: flow.scopes.join(definition.scopeSeparator),
    state: flow.state,
    ...(definition.nonce ? { nonce: flow.nonce } : {}),
    ...(definition.pkce ? { code_challenge: s256(flow.codeVerifier), code_challenge_method: 'S256' } : {}),
    ...(definition.responseMode === 'form_post' ? { response_mode: 'form_post' } : {}),
  }
  // Ours last: whatever a page adds replaces nothing.
  for (const [name, value] of [...flow.extras, ...Object.entries(own)]) url.searchParams.set(name, value)
  return url.href
}
