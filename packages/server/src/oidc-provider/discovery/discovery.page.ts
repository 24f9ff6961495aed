import type { Exchange } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { endpointBase, projectIssuer } from '../../notices/issuer.ts'
import { projectScopes } from '../../oauth-clients/scopes.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { acrValues } from '../protocol/authentication-context.ts'
import { findProject } from '../protocol/find-project.ts'
import { preflightResponse } from '../protocol/preflight.ts'
import { organizationClaimNames, supportedClaims } from '../token/claims.ts'
import { grantTypes } from '../token/token.page.ts'

/** OpenID Connect Discovery §4 and RFC 8414 §3: one document at all well-known paths. */
export const discoveryPages: readonly Page[] = [
  '/v1/public/:project_id/.well-known/openid-configuration',
  '/v1/public/:project_id/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/v1/public/:project_id',
  '/.well-known/openid-configuration/v1/public/:project_id',
].map((path) => ({
  name: 'openid_configuration',
  path,
  methods: ['GET', 'OPTIONS'],
  handle: (context, exchange, { project_id }) => preflightResponse(exchange) ?? answer(context, exchange, project_id),
}))

async function answer(context: ProviderContext, exchange: Exchange, projectId: string | undefined): Promise<Response> {
  const { headers } = exchange
  const project = await findProject(context, exchange, projectId)
  headers['content-type'] = 'application/json'
  headers['cache-control'] = 'public, max-age=300'
  headers['access-control-allow-origin'] = '*'
  return new Response(JSON.stringify(metadata(context, project)), { status: 200, headers })
}

function metadata(context: ProviderContext, project: ProjectRecord): object {
  const base = endpointBase(context, project)
  const { jwtAlgorithm, identityProvider } = project.settings
  const authentication = ['client_secret_basic', 'client_secret_post', 'none']
  return {
    issuer: projectIssuer(context, project),
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    introspection_endpoint: `${base}/introspect`,
    revocation_endpoint: `${base}/revoke`,
    end_session_endpoint: `${base}/logout`,
    ...(identityProvider?.dynamicRegistration ? { registration_endpoint: `${base}/register` } : {}),
    jwks_uri: `${context.baseUrl}/v1/sessions/jwks/${project.id}`,
    scopes_supported: projectScopes(project),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set([jwtAlgorithm, 'ES256', 'RS256'])],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    introspection_endpoint_auth_methods_supported: authentication.slice(0, 2),
    code_challenge_methods_supported: ['S256'],
    acr_values_supported: acrValues,
    claim_types_supported: ['normal'],
    claims_supported: [...supportedClaims, ...(project.vertical === 'B2B' ? organizationClaimNames : [])],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    ...(identityProvider?.clientIdMetadataDocuments ? { client_id_metadata_document_supported: true } : {}),
  }
}
