import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { findCanonicalUrl, readStartQuery } from '../../http/start-query.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requestedChallenge } from '../../tokens/code-challenge.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import { findActiveConnection, type ResolvedConnection } from './find-connection.ts'
import { requestSignIn } from './request-sign-in.ts'

/** Sends the browser to the identity provider of a connection. */
export const ssoStartPage: Page = {
  name: 'sso_start',
  path: '/v1/public/sso/start',
  handle: (context, exchange) => answerUser(context, exchange, 'start', () => start(context, exchange)),
}

async function start(context: ProviderContext, exchange: Exchange): Promise<Response> {
  countRequest(context, exchange.client)
  const query = readStartQuery(exchange.request)
  const project = await context.projects.byPublicToken(query.get('public_token') ?? '')
  if (!project) throw new ProviderError('invalid_public_token')
  identifyProject(exchange, project)
  const canonicalUrl = findCanonicalUrl(context.baseUrl, exchange.request, project.settings.cnameDomain)
  if (canonicalUrl !== null) {
    exchange.headers.location = canonicalUrl
    return new Response(null, { status: 302, headers: exchange.headers })
  }
  if (project.vertical !== 'B2B') throw new ProviderError('wrong_vertical')
  const connection = await findActiveConnection(context.storage, project.id, query.get('connection_id') ?? '')
  await findOrganization(context.storage, project.id, connection.own.record.organizationId)
  const target = {
    loginRedirectUrl: requestedRedirect(project, 'login', query.get('login_redirect_url')),
    signupRedirectUrl: requestedRedirect(project, 'signup', query.get('signup_redirect_url')),
    codeChallenge: requestedChallenge(project.settings.pkceRequired.sso, query.get('pkce_code_challenge')),
    test: null,
  }
  const extras = readExtras(connection, query)
  await takeLimits(context, { ...exchange, project }, [{ name: 'challenges_per_ip', key: exchange.client.prefix }])
  return requestSignIn(context, exchange, project, { connection, target, extras })
}

/** Hints for the identity provider. SAML has none. */
const oidcExtras: readonly string[] = ['login_hint', 'domain_hint', 'prompt', 'acr_values', 'ui_locales']

function readExtras({ source }: ResolvedConnection, query: ReadonlyMap<string, string>): [string, string][] {
  return [...query].flatMap(([name, value]): [string, string][] => {
    if (!name.startsWith('provider_')) return []
    const own = name.slice('provider_'.length)
    if (source.kind !== 'oidc' || !oidcExtras.includes(own))
      throw refuseField(`.${name}`, 'is not a parameter of the connection', 'enum', 'query')
    return [[own, value]]
  })
}
