import { audit } from '../../audit/audit.ts'
import { randomId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { readJson, requireJson } from '../../http/read-body.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { clientProblem } from '../../oauth-clients/client-rules.ts'
import { newClientSecret, secretFields } from '../../oauth-clients/client-secret.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { findProject } from '../protocol/find-project.ts'
import { answerClient, json, OAuthError } from '../protocol/oauth-error.ts'

const largestBody = 16_384
const mostUris = 20
const secretMethods = ['client_secret_basic', 'client_secret_post']
const knownGrants = ['authorization_code', 'refresh_token']

/** Dynamic client registration (RFC 7591), if the project enables it. Such a client is never a first party. */
export const registerPage: Page = {
  name: 'oauth2_register',
  path: '/v1/public/:project_id/oauth2/register',
  methods: ['POST'],
  handle: (context, exchange, { project_id }) =>
    answerClient(exchange, async () => {
      countRequest(context, exchange.client)
      const project = await findProject(context, exchange, project_id)
      if (!project.settings.identityProvider?.dynamicRegistration) throw new ProviderError('endpoint_not_found')
      requireJson(exchange.request)
      const body = await exchange.awaitSender(() => readJson(exchange.request, largestBody))
      return register(context, exchange, project, Object(body) as Record<string, unknown>)
    }),
}

async function register(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  body: Record<string, unknown>,
): Promise<Response> {
  const { storage, random, clock } = context
  const method = body.token_endpoint_auth_method ?? 'client_secret_basic'
  const isPublic = method === 'none'
  if (!isSubset([method], ['none', ...secretMethods]))
    throw invalidMetadata('token_endpoint_auth_method is not supported.')
  if (!isSubset(body.grant_types ?? ['authorization_code'], knownGrants))
    throw invalidMetadata('grant_types contains an unsupported value.')
  if (!isSubset(body.response_types ?? ['code'], ['code']))
    throw invalidMetadata('response_types contains an unsupported value.')
  const redirectUris = texts(body.redirect_uris)
  if (redirectUris === null || redirectUris.length === 0)
    throw new OAuthError('invalid_redirect_uri', 'redirect_uris is missing or malformed.')
  const secret = isPublic ? null : newClientSecret(project.environment, random)
  const now = clock.now()
  const client: OAuthClientRecord = {
    projectId: project.id,
    id: randomId('oauth-client', project.environment, random),
    isPublic,
    isFirstParty: false,
    name: typeof body.client_name === 'string' ? body.client_name : hostOf(redirectUris[0]),
    description: '',
    // An unverified client could use the logo of another application.
    logoUrl: null,
    redirectUris,
    postLogoutRedirectUris: texts(body.post_logout_redirect_uris ?? []) ?? [],
    scopes: null,
    allowsClientCredentials: false,
    backchannelLogoutUri: typeof body.backchannel_logout_uri === 'string' ? body.backchannel_logout_uri : null,
    idTokenAlgorithm: readAlgorithm(body.id_token_signed_response_alg),
    accessTokenMinutes: 60,
    source: 'registration',
    ...(secret === null ? { secretHash: null, secretHint: '' } : secretFields(secret)),
    prevSecretHash: null,
    prevSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  }
  const problem = clientProblem(project, client)
  if (problem) {
    const code = problem.field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new OAuthError(code, `${problem.field} ${problem.problem}.`)
  }
  const source = { ...exchange, project }
  await takeLimits(context, source, [
    { name: 'registrations_per_ip', key: exchange.client.prefix },
    { name: 'registrations_per_project', key: '' },
  ])
  await storage.transaction(async (tx) => {
    await tx.oauthClients.set(client)
    await audit(tx, context, source, { event: 'oauth_client_register', result: 'ok', targetId: client.id })
  })
  return json(exchange, 201, {
    client_id: client.id,
    client_id_issued_at: Math.floor(now / 1_000),
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(client.backchannelLogoutUri === null ? {} : { backchannel_logout_uri: client.backchannelLogoutUri }),
    ...(client.idTokenAlgorithm === null ? {} : { id_token_signed_response_alg: client.idTokenAlgorithm }),
    grant_types: knownGrants,
    response_types: ['code'],
    token_endpoint_auth_method: method,
  })
}

const invalidMetadata = (description: string): OAuthError => new OAuthError('invalid_client_metadata', description)

function readAlgorithm(value: unknown): OAuthClientRecord['idTokenAlgorithm'] {
  if (value === undefined) return null
  if (value !== 'ES256' && value !== 'RS256') throw invalidMetadata('id_token_signed_response_alg is not supported.')
  return value
}

function texts(value: unknown): string[] | null {
  const isList = Array.isArray(value) && value.length <= mostUris && value.every((one) => typeof one === 'string')
  return isList ? (value as string[]) : null
}

function isSubset(value: unknown, known: readonly string[]): boolean {
  return texts(value)?.every((one) => known.includes(one)) ?? false
}

/** Only http and https URLs have a meaningful host. */
function hostOf(uri = ''): string {
  return /^https?:/i.test(uri) && URL.canParse(uri) ? new URL(uri).hostname : 'Application'
}
