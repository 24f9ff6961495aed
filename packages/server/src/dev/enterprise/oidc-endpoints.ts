import type { Clock } from '../../core/clock-and-random.ts'
import { s256 } from '../../core/hash.ts'
import { readForm } from '../../http/read-body.ts'
import { rejectionPage } from '../social-login/fake-page.ts'
import type { Grants } from '../social-login/grants.ts'
import { json } from '../social-login/token-endpoint.ts'
import { isCallback } from './authn-request.ts'
import { hasChoice, readChoice, type SignedInPerson } from './choice.ts'
import { choicePage } from './choice-page.ts'
import { authenticateClient } from './client-authentication.ts'
import { idTokenOf, idTokenSeconds, userClaims } from './id-token.ts'
import type { EnterpriseIdp, EnterpriseIdpName } from './identity-providers.ts'
import type { EnterpriseKeys } from './keys.ts'
import type { EnterpriseState } from './state.ts'

/** What a person has granted, until the code is exchanged for tokens. */
export interface EnterpriseGrant {
  idp: EnterpriseIdpName
  clientId: string
  redirectUri: string
  scope: string
  nonce: string | null
  codeChallenge: string
  signedIn: SignedInPerson
}

export interface OidcEndpointsDeps {
  clock: Clock
  keys: EnterpriseKeys
  state: EnterpriseState
  grants: Grants<EnterpriseGrant>
  /** `<base URL>/dev/enterprise/oidc/` */
  root: string
  /** Redirect URLs start with this. */
  callbacks: string
}

export const largestForm = 1_048_576

interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  scope: string
  state: string
  nonce: string | null
  codeChallenge: string
  prompt: string
}

/** The response for a path below the name of the provider; null if there is no such endpoint. */
export type OidcEndpoints = (idp: EnterpriseIdp, path: string, request: Request) => Promise<Response | null>

/** OpenID Connect Core §3.1, with the discovery of OpenID Connect Discovery §4. */
export function createOidcEndpoints(deps: OidcEndpointsDeps): OidcEndpoints {
  const { clock, keys, state, grants, root, callbacks } = deps

  async function authorize(idp: EnterpriseIdp, request: Request): Promise<Response> {
    const form = request.method === 'POST' ? await readForm(request, largestForm) : {}
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const fields = query.client_id === undefined ? form : query
    const authorization = await readAuthorization(idp, fields)
    if (typeof authorization === 'string') return rejectionPage(idp.displayName, authorization)
    // Creating the keys can take seconds on a busy machine, and the exchange of the code has a time limit.
    await keys.oidc(idp.name)
    if (authorization.prompt === 'none')
      return redirect(authorization, { error: 'login_required', error_description: 'The user is not signed in.' })
    if (!hasChoice(form))
      return choicePage({
        ...{ idp, protocol: 'oidc', hidden: query.client_id === undefined ? form : {} },
        application: authorization.clientId,
        host: new URL(authorization.redirectUri).host,
      })
    const signedIn = readChoice(form)
    if (typeof signedIn === 'string') return rejectionPage(idp.displayName, signedIn)
    if (signedIn.fault === 'not_assigned')
      return redirect(authorization, { error: 'access_denied', error_description: idp.oidc.notAssigned })
    return redirect(authorization, { code: grants.add({ ...authorization, idp: idp.name, signedIn }) })
  }

  /** Returns the problem as text if the request is invalid. */
  async function readAuthorization(
    idp: EnterpriseIdp,
    fields: Readonly<Record<string, string>>,
  ): Promise<AuthorizationRequest | string> {
    const {
      client_id: clientId = '',
      redirect_uri: redirectUri = '',
      scope = '',
      state: sent = '',
      nonce = null,
    } = fields
    if ((await state.findClient(idp.name, clientId)) === null) return `No application has the client_id "${clientId}".`
    if (!isCallback(redirectUri, callbacks)) return 'The redirect_uri is not registered.'
    if (fields.response_type !== 'code') return 'The response_type must be "code".'
    if ((fields.response_mode ?? 'query') !== 'query') return 'The response_mode must be "query".'
    if (!scope.split(' ').includes('openid')) return 'The scope "openid" is missing.'
    if (sent === '') return 'The state is missing.'
    const codeChallenge = fields.code_challenge ?? ''
    if (fields.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
      return 'A code_challenge with the code_challenge_method "S256" is required.'
    return { clientId, redirectUri, scope, state: sent, nonce, codeChallenge, prompt: fields.prompt ?? '' }
  }

  async function token(idp: EnterpriseIdp, request: Request): Promise<Response> {
    const form = await readForm(request, largestForm)
    const issuer = `${root}${idp.name}`
    const client = await authenticateClient({
      ...{ idp: idp.name, state, form, authorization: request.headers.get('authorization'), now: clock.now() },
      audiences: [issuer, `${issuer}/token`],
    })
    if (client === null)
      return oauthError('invalid_client', 'The client is not registered, or its authentication failed.', 401)
    if (form.grant_type !== 'authorization_code')
      return oauthError('unsupported_grant_type', 'The grant_type must be "authorization_code".')
    const spent = grants.spend(form.code ?? '')
    if (spent === null) return oauthError('invalid_grant', 'The code is unknown, has expired or was used before.')
    const { grant, accessToken } = spent
    const { clientId } = client
    if (grant.idp !== idp.name || grant.clientId !== clientId || grant.redirectUri !== form.redirect_uri)
      return oauthError('invalid_grant', 'The code was issued for another client or redirect_uri.')
    if (s256(form.code_verifier ?? '') !== grant.codeChallenge)
      return oauthError('invalid_grant', 'The code_verifier does not match the code_challenge.')
    const { nonce, signedIn, scope } = grant
    const idToken = await idTokenOf({
      ...{ idp, issuer, clientId, nonce, signedIn, keys: await keys.oidc(idp.name), now: clock.now() },
    })
    return json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: idTokenSeconds,
      scope,
      id_token: idToken,
    })
  }

  function userinfo(idp: EnterpriseIdp, request: Request): Response {
    const accessToken = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const grant = accessToken === undefined ? null : grants.find(accessToken)
    if (grant === null || grant.idp !== idp.name)
      return oauthError('invalid_token', 'The access token is unknown.', 401)
    return json(userClaims(idp, grant.signedIn))
  }

  async function jwks(idp: EnterpriseIdp): Promise<Response> {
    const { current, otherAlgorithm } = await keys.oidc(idp.name)
    return json({ keys: [current.jwk, otherAlgorithm.jwk] })
  }

  function discovery({ name }: EnterpriseIdp): Response {
    const issuer = `${root}${name}`
    return json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile', 'groups'],
      claims_supported: ['sub', 'name', 'email', 'preferred_username', 'groups', 'amr', 'acr'],
    })
  }

  return async (idp, path, request) => {
    switch (`${request.method} ${path}`) {
      case 'GET .well-known/openid-configuration':
        return discovery(idp)
      case 'GET jwks':
        return jwks(idp)
      case 'GET authorize':
      case 'POST authorize':
        return authorize(idp, request)
      case 'POST token':
        return token(idp, request)
      case 'GET userinfo':
      case 'POST userinfo':
        return userinfo(idp, request)
      default:
        return null
    }
  }
}

function redirect({ redirectUri, state }: AuthorizationRequest, fields: Record<string, string>): Response {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...fields, state })) url.searchParams.set(name, value)
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } })
}

function oauthError(error: string, description: string, status = 400): Response {
  return json({ error, error_description: description }, status)
}
