import { createPrivateKey } from 'node:crypto'
import type { ClientAuth, CustomFetch } from 'openid-client'
import { type ExchangeDeps, ExchangeError } from '../social-login/code-exchange.ts'
import { asDocument, asText } from '../social-login/document.ts'
import { withTimeout } from '../social-login/exchange.ts'
import type { Document } from '../social-login/identity-provider.ts'
import {
  type JwksCaches,
  type OpenIdClient,
  openConfiguration,
  withJwksCache,
} from '../social-login/openid-configuration.ts'
import type { AttemptCheck } from './attempts.ts'
import type { SsoStatement } from './attributes.ts'
import type { SsoConnection } from './connection.ts'
import { idTokenChecks, readIdToken } from './id-token-checks.ts'
import { statesSecondFactor } from './second-factor.ts'
import type { SsoSecrets } from './secrets.ts'
import { type ReadStatement, refusal, refusedAt } from './statement.ts'

export interface OidcAnswer {
  connection: Extract<SsoConnection, { kind: 'oidc' }>
  secrets: SsoSecrets
  redirectUri: string
  /** The parameters of the callback. */
  callback: Document
  state: string
  nonce: string
  codeVerifier: string
}

/** Exchanges the code of a callback, and checks what the identity provider states. */
export type ExchangeOidc = (answer: OidcAnswer) => Promise<ReadStatement>

/** openid-client decides; our table explains, and adds what the library does not check. */
export function createOidcExchange(deps: ExchangeDeps): ExchangeOidc {
  const jwksCaches: JwksCaches = new Map()
  return async (answer) => {
    const { callback, connection } = answer
    const { issuer } = connection.config
    const error = asText(callback.error)
    if (error !== '') {
      const description = asText(callback.error_description, 1_024)
      return refusedAt('status', 'status', 'a code', [error, description].filter(Boolean).join(': '))
    }
    // RFC 9207: the exact issuer, if the response names one.
    const named = asText(callback.iss, 1_024)
    if (callback.iss !== undefined && named !== issuer) return refusedAt('issuer', 'issuer', issuer, named)
    if (asText(callback.code, 8_192) === '') return refusedAt('status', 'status', 'a code', 'no code')
    return withTimeout(exchange({ ...deps, jwksCaches }, answer)).catch((cause: unknown) =>
      cause instanceof ExchangeError
        ? refusedAt('token_exchange', 'unreachable', 'a response', cause.message)
        : Promise.reject(cause),
    )
  }
}

async function exchange(deps: ExchangeDeps & { jwksCaches: JwksCaches }, answer: OidcAnswer): Promise<ReadStatement> {
  // Loaded when the first member returns from an identity provider.
  const client = await import('openid-client')
  const { connection } = answer
  const { config: settings, record } = connection
  const seen: { idToken: string | null } = { idToken: null }
  const config = await openConfiguration(client, {
    ...{ server: serverMetadata(settings), clientId: settings.clientId, clock: deps.clock },
    metadata: { id_token_signed_response_alg: settings.signingAlgorithm },
    authentication: await clientAuthentication(client, answer),
    fetch: remembering(deps, settings.tokenUrl, seen),
  })
  const now = deps.clock.now()
  const expected = { ...settings, nonce: answer.nonce, now }
  const attempt = await settle(async () => {
    const tokens = await withJwksCache(client, config, deps.jwksCaches, `${record.id} ${settings.jwksUrl}`, () =>
      client.authorizationCodeGrant(config, callbackUrl(answer), {
        ...{ expectedState: answer.state, expectedNonce: answer.nonce },
        ...{ pkceCodeVerifier: answer.codeVerifier, idTokenExpected: true },
      }),
    )
    const claims = asDocument(tokens.claims())
    if (settings.userinfoUrl === '') return claims
    // The claims of the ID token count, because it is signed.
    return { ...asDocument(await client.fetchUserInfo(config, tokens.access_token, asText(claims.sub))), ...claims }
  })
  const checks = idTokenChecks(seen.idToken, expected, attempt.kind === 'done')
  if (attempt.kind === 'failed') {
    const isExplained = checks.some(({ outcome }) => outcome === 'failed')
    return refusal(isExplained ? checks : [...checks, explained(client, attempt.error, seen.idToken)], 'token_exchange')
  }
  if (checks.some(({ outcome }) => outcome === 'failed')) return refusal(checks, 'token_exchange')
  const claims = attempt.value
  return {
    ...{ kind: 'accepted', checks, issuer: settings.issuer, statement: statementOf(claims) },
    hasSecondFactor: statesSecondFactor({ acr: asText(claims.acr) || null, amr: texts(claims.amr) }),
    // The code works once, and the ID token has the nonce of this request.
    ...{ response: null, certificates: [] },
  }
}

type Settled<T> = { kind: 'done'; value: T } | { kind: 'failed'; error: unknown }

async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { kind: 'done', value: await work() }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** The row for an error of the library that the ID token does not explain. */
function explained(client: OpenIdClient, error: unknown, idToken: string | null): AttemptCheck {
  const failed = (check: string, code: string, expected: string, got: string): AttemptCheck => ({
    ...{ check, outcome: 'failed', code, expected, got },
  })
  if (error instanceof client.ResponseBodyError)
    return failed('token_exchange', 'token_exchange', 'tokens', `${error.error} (status ${error.status})`)
  const { code = '', message = '' } = causeOf(error)
  if (code === 'OAUTH_KEY_SELECTION_FAILED')
    return failed(
      'signature',
      'signature_key_unknown',
      'a key of the JWKS of the connection',
      `kid ${readIdToken(idToken)?.kid || 'missing'}`,
    )
  if (/signature verification failed/i.test(message))
    return failed('signature', 'signature_value', 'a signature by a key of the JWKS', 'another signature')
  const isNetwork = /^outbound request|fetch/i.test(message) || idToken === null
  const responded = code.startsWith('OAUTH_') ? code : 'no response'
  return isNetwork && !code.startsWith('OAUTH_')
    ? failed('token_exchange', 'unreachable', 'a response of the token endpoint', responded)
    : failed('token_exchange', 'token_exchange', 'tokens and claims as OpenID Connect defines them', responded)
}

function causeOf(error: unknown): { code?: string; message?: string } {
  if (!(error instanceof Error)) return {}
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const inner = causeOf(error.cause)
  // The library wraps its own errors; the innermost one of them names the problem.
  return inner.code?.startsWith('OAUTH_') || inner.message?.startsWith('outbound')
    ? inner
    : { ...(code === undefined ? {} : { code }), message: error.message }
}

function serverMetadata(config: OidcAnswer['connection']['config']) {
  return {
    ...{ issuer: config.issuer, authorization_endpoint: config.authorizationUrl, token_endpoint: config.tokenUrl },
    ...(config.userinfoUrl === '' ? {} : { userinfo_endpoint: config.userinfoUrl }),
    jwks_uri: config.jwksUrl,
    id_token_signing_alg_values_supported: [config.signingAlgorithm],
  }
}

async function clientAuthentication(
  client: OpenIdClient,
  { connection: { config }, secrets }: OidcAnswer,
): Promise<ClientAuth> {
  switch (config.clientAuthentication) {
    case 'client_secret_basic':
      return client.ClientSecretBasic(secrets.clientSecret ?? '')
    case 'client_secret_post':
      return client.ClientSecretPost(secrets.clientSecret ?? '')
    case 'private_key_jwt': {
      const { importPKCS8 } = await import('jose')
      const { alg = 'ES256', kid = '' } = config.clientPublicKey ?? {}
      const pem = createPrivateKey(secrets.clientKey ?? '').export({ type: 'pkcs8', format: 'pem' })
      return client.PrivateKeyJwt({ key: await importPKCS8(String(pem), alg), ...(kid === '' ? {} : { kid }) })
    }
    default:
      throw config.clientAuthentication satisfies never
  }
}

/** Keeps the ID token of the response, to explain why the library rejects it. */
function remembering({ outbound }: ExchangeDeps, tokenUrl: string, seen: { idToken: string | null }): CustomFetch {
  return async (address, { method, headers, body }) => {
    const response = await outbound(address, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? undefined : String(body),
    })
    if (address !== tokenUrl || !response.ok) return response
    const tokens = asDocument(await response.json().catch(() => null))
    seen.idToken = asText(tokens.id_token, 65_536) || null
    return Response.json(tokens)
  }
}

/** The redirect URI with the parameters that the library checks. */
function callbackUrl({ redirectUri, callback }: OidcAnswer): URL {
  const url = new URL(redirectUri)
  for (const name of ['code', 'state', 'iss']) {
    const value = asText(callback[name], 8_192)
    if (value !== '') url.searchParams.set(name, value)
  }
  return url
}

function statementOf(claims: Document): SsoStatement {
  return {
    subject: asText(claims.sub),
    attributes: new Map(Object.entries(claims).map(([name, value]) => [name, texts(value)])),
  }
}

function texts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []))
}
