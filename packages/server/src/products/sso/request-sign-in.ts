import { s256, sha256Hex } from '../../core/hash.ts'
import type { Exchange } from '../../http/exchange.ts'
import { postFormPage } from '../../http/pages/user-page.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { postFields, redirectUrl } from '../../saml/request.ts'
import { connectionAddresses } from '../../sso/connection.ts'
import { requestSigner } from '../../sso/saml-connection.ts'
import { openSsoSecrets } from '../../sso/secrets.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { issueBrowserCookie } from '../../tokens/browser-cookie.ts'
import { newFlowRow } from '../../tokens/flow-row.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import type { ResolvedConnection } from './find-connection.ts'
import type { StartedSso } from './flow.ts'

/** Leaves time for a second factor and a forgotten password at the identity provider. */
const lifetimeMs = 10 * 60_000

export interface SignInRequest {
  connection: ResolvedConnection
  target: Pick<StartedSso, 'loginRedirectUrl' | 'signupRedirectUrl' | 'codeChallenge' | 'test'>
  /** Further parameters of an authorization request. */
  extras?: readonly (readonly [string, string])[]
}

/** Stores the state of a sign-in, and sends the browser to the identity provider. */
export async function requestSignIn(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  { connection: { own, source }, target, extras = [] }: SignInRequest,
): Promise<Response> {
  const { storage, random, baseUrl } = context
  const [state, nonce, codeVerifier] = [newLinkToken(random), newLinkToken(random), newLinkToken(random)]
  const { browserToken, setCookie } = issueBrowserCookie(
    exchange.request,
    { responseMode: source.kind === 'saml' ? 'form_post' : 'query' },
    baseUrl.startsWith('https:'),
    random,
  )
  const { organizationId, id: connectionId } = own.record
  // An XML name must not start with a digit.
  const requestId = `_${newLinkToken(random)}`
  const sourceId = source.record.id
  const content: StartedSso = { ...target, organizationId, connectionId, sourceId, requestId, codeVerifier, nonce }
  await storage.oneTime.insert(
    newFlowRow(context, {
      ...{ kind: 'sso', environment: project.environment, realm: own.record, purpose: 'sso_state' },
      ...{ accountId: null, identifier: `sso:${connectionId}`, content, lifetimeMs },
      tokenHash: sha256Hex(state),
      // Only the browser that holds the cookie can use the state.
      codeChallenge: s256(browserToken),
    }),
  )
  exchange.setCookies.push(setCookie)
  const { callback, metadata } = connectionAddresses(baseUrl, sourceId)
  if (source.kind === 'oidc') {
    const { config } = source
    const url = new URL(config.authorizationUrl)
    const own: [string, string][] = [
      ['response_type', 'code'],
      ['client_id', config.clientId],
      ['redirect_uri', callback],
      ['scope', [...new Set(['openid', 'email', 'profile', ...config.customScopes.split(' ')])].join(' ').trim()],
      ['state', state],
      ['nonce', nonce],
      ['code_challenge', s256(codeVerifier)],
      ['code_challenge_method', 'S256'],
    ]
    // Ours come last, so that a host page cannot replace them.
    for (const [name, value] of [...extras, ...own]) url.searchParams.set(name, value)
    return redirectTo(exchange, url.href)
  }
  const { config, record } = source
  const request = {
    ...{ id: requestId, issuedAt: context.clock.now(), destination: config.idpSsoUrl, forceAuthn: config.forceAuthn },
    ...{ acsUrl: callback, spEntityId: metadata, relayState: state },
    signer: requestSigner(source, openSsoSecrets(context.vault, record)),
  }
  return config.binding === 'post'
    ? postFormPage(exchange, { action: config.idpSsoUrl, fields: postFields(request) })
    : redirectTo(exchange, redirectUrl(request))
}

function redirectTo(exchange: Exchange, location: string): Response {
  exchange.headers.location = location
  // 303, so that the browser sends a GET after a form post, too.
  return new Response(null, { status: 303, headers: exchange.headers })
}
