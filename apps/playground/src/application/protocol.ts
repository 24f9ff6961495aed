import { decodeToken, readTokens, type Tokens } from './tokens.ts'

/** The client application and the endpoints of its provider. */
export interface Application {
  readonly clientId: string
  /** The base URL of `/authorize`, `/token` and the other endpoints. */
  readonly endpoints: string
  readonly redirectUri: string
}

export type Prompt = '' | 'login' | 'consent'

/** The options of an authorization request. */
export interface RequestOptions {
  readonly scopes: readonly string[]
  readonly prompt: Prompt
}

/** The values that are stored until the provider responds, to validate the response. */
export interface Pending {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Rejection {
  readonly error: string
  readonly description: string
}

/** Why a response is missing or invalid. */
export class RejectedError extends Error {
  readonly rejection: Rejection

  constructor(rejection: Rejection) {
    super(rejection.description)
    this.name = 'RejectedError'
    this.rejection = rejection
  }
}

export function newPending(): Pending {
  return { state: randomText(), nonce: randomText(), verifier: randomText() }
}

/** The query of the authorization endpoint: code, PKCE, state and nonce. */
export async function authorizationQuery(
  { clientId, redirectUri }: Application,
  pending: Pending,
  { scopes, prompt }: RequestOptions,
): Promise<Record<string, string>> {
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: 'S256',
    ...(prompt === '' ? {} : { prompt }),
  }
}

/** An authorization code and its issuer. */
export interface Code {
  readonly code: string
  readonly issuer: string | null
}

export type AuthorizationResponse = Code | Rejection

/** Reads the authorization response in the URL, or returns null. */
export function readAuthorizationResponse(search: string, pending: Pending | null): AuthorizationResponse | null {
  const query = new URLSearchParams(search)
  const [code, error] = [query.get('code'), query.get('error')]
  if (code === null && error === null) return null
  if (pending === null || query.get('state') !== pending.state)
    return { error: 'state_mismatch', description: 'The response does not match a request of this tab.' }
  return error === null
    ? { code: code ?? '', issuer: query.get('iss') }
    : { error, description: query.get('error_description') ?? 'The provider gave no reason.' }
}

export async function redeem(application: Application, pending: Pending, { code, issuer }: Code): Promise<Tokens> {
  const { clientId, redirectUri } = application
  // RFC 9207 §2.4: a code of another issuer is not sent to this provider.
  if (issuer !== (await fetchIssuer(application))) throw mismatch('The response comes from another issuer.')
  const tokens = await requestTokens(application, null, {
    ...{ grant_type: 'authorization_code', code, code_verifier: pending.verifier },
    ...{ client_id: clientId, redirect_uri: redirectUri },
  })
  // OIDC Core §3.1.3.7: the signature need not be verified, because the token comes from the token endpoint.
  const claims = tokens.idToken === null ? null : (decodeToken(tokens.idToken)?.claims ?? {})
  if (claims && (claims.iss !== issuer || claims.aud !== clientId || claims.nonce !== pending.nonce))
    throw mismatch('The nonce of the ID token belongs to another request.')
  return tokens
}

/** The issuer in the metadata of the provider, which can differ from its current URL. */
async function fetchIssuer({ endpoints }: Application): Promise<unknown> {
  const response = await fetch(endpoints.replace(/oauth2$/, '.well-known/openid-configuration'))
  return (Object(await response.json()) as Record<string, unknown>).issuer
}

function mismatch(description: string): RejectedError {
  return new RejectedError({ error: 'mismatch', description })
}

export async function renew(application: Application, tokens: Tokens): Promise<Tokens> {
  const { refreshToken } = tokens
  return requestTokens(application, tokens, {
    ...{ grant_type: 'refresh_token', refresh_token: refreshToken ?? '', client_id: application.clientId },
  })
}

async function requestTokens(
  { endpoints }: Application,
  before: Tokens | null,
  form: Record<string, string>,
): Promise<Tokens> {
  const response = await fetch(`${endpoints}/token`, { method: 'POST', body: new URLSearchParams(form) })
  const body: unknown = await response.json()
  const tokens = response.ok ? readTokens(body, before) : null
  if (tokens) return tokens
  throw new RejectedError(rejectionIn(body))
}

/** The response of the userinfo endpoint, or its error. */
export async function fetchUserinfo({ endpoints }: Application, { accessToken }: Tokens): Promise<UserinfoResponse> {
  const response = await fetch(`${endpoints}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } })
  const body: unknown = await response.json().catch(() => null)
  return response.ok
    ? { status: response.status, claims: Object(body) as Record<string, unknown> }
    : { status: response.status, ...rejectionIn(body) }
}

export type UserinfoResponse =
  | { readonly status: number; readonly claims: Readonly<Record<string, unknown>> }
  | (Rejection & { readonly status: number })

/** RP-initiated logout: the provider ends its session and redirects back. */
export function logOutAddress({ clientId, endpoints, redirectUri }: Application, { idToken }: Tokens): string {
  const query = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: redirectUri,
    ...(idToken === null ? {} : { id_token_hint: idToken }),
  })
  return `${endpoints}/logout?${query}`
}

function rejectionIn(body: unknown): Rejection {
  const { error, error_description } = Object(body) as Record<string, unknown>
  return {
    error: typeof error === 'string' ? error : 'invalid_response',
    description: typeof error_description === 'string' ? error_description : 'The provider gave no reason.',
  }
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
