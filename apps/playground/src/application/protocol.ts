import { decodeToken, readTokens, type Tokens } from './tokens.ts'

/** Who this application is, and where its identity provider is reached. */
export interface Application {
  readonly clientId: string
  /** Where `/authorize`, `/token` and their sisters stand. */
  readonly endpoints: string
  readonly redirectUri: string
}

export type Prompt = '' | 'login' | 'consent'

/** What the application is told to ask for. */
export interface Wish {
  readonly scopes: readonly string[]
  readonly prompt: Prompt
}

/** What is kept while the person is away, to know the answer by. */
export interface Pending {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Refusal {
  readonly error: string
  readonly description: string
}

/** Why an answer cannot be used, or was none. */
export class RefusedError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.description)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}

export function newPending(): Pending {
  return { state: randomText(), nonce: randomText(), verifier: randomText() }
}

/** The query of the authorization endpoint: code, PKCE, state and nonce. */
export async function authorizationQuery(
  { clientId, redirectUri }: Application,
  pending: Pending,
  { scopes, prompt }: Wish,
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

/** A code, and the name of whoever has given it. */
export interface Code {
  readonly code: string
  readonly issuer: string | null
}

export type Answer = Code | Refusal

/** What the provider has sent back with the person; null if this page was opened for something else. */
export function readAnswer(search: string, pending: Pending | null): Answer | null {
  const query = new URLSearchParams(search)
  const [code, error] = [query.get('code'), query.get('error')]
  if (code === null && error === null) return null
  if (pending === null || query.get('state') !== pending.state)
    return { error: 'state_mismatch', description: 'This answer belongs to no request of this tab.' }
  return error === null
    ? { code: code ?? '', issuer: query.get('iss') }
    : { error, description: query.get('error_description') ?? 'The provider gives no reason.' }
}

export async function redeem(application: Application, pending: Pending, { code, issuer }: Code): Promise<Tokens> {
  const { clientId, redirectUri } = application
  // RFC 9207 §2.4: what another provider has given is not taken to this one.
  if (issuer !== (await askIssuer(application))) throw mismatch('This answer is of another provider than was asked.')
  const tokens = await askForTokens(application, null, {
    ...{ grant_type: 'authorization_code', code, code_verifier: pending.verifier },
    ...{ client_id: clientId, redirect_uri: redirectUri },
  })
  // OIDC Core §3.1.3.7. It comes from the token endpoint itself, so that its signature need not be checked here.
  const claims = tokens.idToken === null ? null : (decodeToken(tokens.idToken)?.claims ?? {})
  if (claims && (claims.iss !== issuer || claims.aud !== clientId || claims.nonce !== pending.nonce))
    throw mismatch('The ID token is the answer to another request.')
  return tokens
}

/** The name of the provider, from its own description: it may be older than the address that it has now. */
async function askIssuer({ endpoints }: Application): Promise<unknown> {
  const response = await fetch(endpoints.replace(/oauth2$/, '.well-known/openid-configuration'))
  return (Object(await response.json()) as Record<string, unknown>).issuer
}

function mismatch(description: string): RefusedError {
  return new RefusedError({ error: 'mismatch', description })
}

export async function renew(application: Application, tokens: Tokens): Promise<Tokens> {
  const { refreshToken } = tokens
  return askForTokens(application, tokens, {
    ...{ grant_type: 'refresh_token', refresh_token: refreshToken ?? '', client_id: application.clientId },
  })
}

async function askForTokens(
  { endpoints }: Application,
  before: Tokens | null,
  form: Record<string, string>,
): Promise<Tokens> {
  const response = await fetch(`${endpoints}/token`, { method: 'POST', body: new URLSearchParams(form) })
  const answer: unknown = await response.json()
  const tokens = response.ok ? readTokens(answer, before) : null
  if (tokens) return tokens
  throw new RefusedError(refusalIn(answer))
}

/** The person as the userinfo endpoint knows them, or what it says instead. */
export async function askUserinfo({ endpoints }: Application, { accessToken }: Tokens): Promise<UserinfoAnswer> {
  const response = await fetch(`${endpoints}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } })
  const body: unknown = await response.json().catch(() => null)
  return response.ok
    ? { status: response.status, claims: Object(body) as Record<string, unknown> }
    : { status: response.status, ...refusalIn(body) }
}

export type UserinfoAnswer =
  | { readonly status: number; readonly claims: Readonly<Record<string, unknown>> }
  | (Refusal & { readonly status: number })

/** RP-initiated logout: the provider ends its own session too, and sends the person back. */
export function logOutAddress({ clientId, endpoints, redirectUri }: Application, { idToken }: Tokens): string {
  const query = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: redirectUri,
    ...(idToken === null ? {} : { id_token_hint: idToken }),
  })
  return `${endpoints}/logout?${query}`
}

function refusalIn(body: unknown): Refusal {
  const { error, error_description } = Object(body) as Record<string, unknown>
  return {
    error: typeof error === 'string' ? error : 'unusable_answer',
    description: typeof error_description === 'string' ? error_description : 'The provider gives no reason.',
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
