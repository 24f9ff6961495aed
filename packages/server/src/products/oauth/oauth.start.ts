import type { IdentityProviderName } from '@latchkey/contract'
import { s256, sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { findCanonicalUrl, readStartQuery } from '../../http/start-query.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { callbackUri } from '../../social-login/credentials.ts'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import { providersOf } from '../../social-login/providers.ts'
import type { OAuthCredentialsRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { issueBrowserCookie } from '../../tokens/browser-cookie.ts'
import { consumeToken } from '../../tokens/consume.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { findCredentials } from './find-credentials.ts'
import { newOAuthRow, type StartedFlow } from './flow.ts'
import { findTarget, type StartPage, startPages, type Target } from './start-target.ts'

/** Leaves time for a second factor and a forgotten password at the identity provider. */
const flowLifetimeMs = 10 * 60_000
const mostScopes = 50

/** Redirects the browser to the identity provider and stores the state of the flow. */
export const oauthStartPages: readonly Page[] = startPages.map((page) => ({
  name: page.name,
  path: page.path,
  handle: (context, exchange, { provider = '' }) =>
    answerUser(context, exchange, 'start', () => start(context, exchange, page, provider)),
}))

async function start(context: ProviderContext, exchange: Exchange, page: StartPage, name: string): Promise<Response> {
  const { storage, random } = context
  countRequest(context, exchange.client)
  const provider = providersOf(page.vertical).find((one) => one === name)
  if (provider === undefined) throw new ProviderError('endpoint_not_found')
  const query = readStartQuery(exchange.request)
  const project = await context.projects.byPublicToken(query.get('public_token') ?? '')
  if (!project) throw new ProviderError('invalid_public_token')
  identifyProject(exchange, project)
  const canonicalUrl = findCanonicalUrl(context.baseUrl, exchange.request, project.settings.cnameDomain)
  if (canonicalUrl !== null) {
    exchange.headers.location = canonicalUrl
    return new Response(null, { status: 302, headers: exchange.headers })
  }
  if (project.vertical !== page.vertical) throw new ProviderError('wrong_vertical')
  requireMethod(project, 'oauth')
  const { credentials, definition } = await findCredentials(context, project, provider)
  const options = readStartOptions(page, definition, query, await findTarget(context, project, page, query))
  await takeLimits(context, { ...exchange, project }, [{ name: 'challenges_per_ip', key: exchange.client.prefix }])

  const attachToken = page.vertical === 'CONSUMER' ? query.get('oauth_attach_token') : undefined
  const [state, codeVerifier, nonce] = [newLinkToken(random), newLinkToken(random), newLinkToken(random)]
  const { browserToken, setCookie } = issueBrowserCookie(
    exchange.request,
    definition,
    context.baseUrl.startsWith('https:'),
    random,
  )
  await storage.transaction(async (tx) => {
    const attachTo =
      attachToken === undefined
        ? null
        : await spendAttachToken(tx, context, exchange, { projectId: project.id, provider, token: attachToken })
    const content: StartedFlow = { ...options.flow, provider, codeVerifier, nonce, attachTo }
    await tx.oneTime.insert(
      newOAuthRow(context, project, {
        ...{ purpose: 'oauth_state', accountId: attachTo, identifier: `oauth:${provider}` },
        ...{ content, lifetimeMs: flowLifetimeMs },
        tokenHash: sha256Hex(state),
        // Only the browser that holds the cookie can use the state.
        codeChallenge: s256(browserToken),
      }),
    )
  })
  exchange.headers['set-cookie'] = setCookie
  exchange.headers.location = authorizationUrl(context, credentials, definition, {
    ...{ state, nonce, codeVerifier, scopes: options.flow.scopes, extras: options.extras },
  })
  return new Response(null, { status: 302, headers: exchange.headers })
}

/** The user that the attach token was issued for; the identity provider has to be the one it was issued for too. */
async function spendAttachToken(
  tx: Pick<StorageVerbs, 'oneTime'>,
  { clock }: ProviderContext,
  { requestId }: Exchange,
  attachment: { projectId: string; provider: IdentityProviderName; token: string },
): Promise<string> {
  const row = await consumeToken(tx, {
    projectId: attachment.projectId,
    tokenHash: sha256Hex(attachment.token),
    purposes: ['oauth_attach'],
    challenge: null,
    now: clock.now(),
    usedBy: requestId,
  })
  if (row === null || row.accountId === null || row.identifier !== `oauth:${attachment.provider}`)
    throw new ProviderError('oauth_token_not_found')
  return row.accountId
}

interface StartOptions {
  flow: Target & Pick<StartedFlow, 'scopes'>
  extras: [string, string][]
}

/** Validates every other parameter before the browser is redirected. */
function readStartOptions(
  { vertical }: StartPage,
  definition: IdentityProvider,
  query: Map<string, string>,
  target: Target,
): StartOptions {
  const custom = (query.get('custom_scopes') ?? '').split(' ').filter(Boolean)
  // RFC 6749 §3.3, without the comma, which some identity providers use as the separator.
  if (custom.length > mostScopes || !custom.every((scope) => /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,256}$/.test(scope)))
    throw refuseField('.custom_scopes', 'must be scopes separated by spaces', 'format', 'query')
  const extras = [...query].flatMap(([name, value]): [string, string][] => {
    if (!name.startsWith('provider_')) return []
    const own = name.slice('provider_'.length)
    if (!definition.extras.includes(own))
      throw refuseField(`.${name}`, `is not a parameter of ${definition.displayName}`, 'enum', 'query')
    return [[own, value]]
  })
  const forTenants = vertical === 'B2B' ? (definition.tenantScopes ?? []) : []
  const scopes = [...new Set([...definition.scopes, ...forTenants, ...custom])]
  return { flow: { ...target, scopes }, extras }
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
  // The provider's own parameters come last, so that a host page cannot replace them.
  for (const [name, value] of [...flow.extras, ...Object.entries(own)]) url.searchParams.set(name, value)
  return url.href
}
