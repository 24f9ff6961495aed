import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { Clock } from '../core/clock-and-random.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import { createClientSecret } from './client-secret.ts'
import type { CodeExchange, ExchangeDeps, ProviderData } from './code-exchange.ts'
import { asDocument, asText } from './document.ts'
import type { IdentityProvider } from './identity-provider.ts'

type OpenIdClient = typeof import('openid-client')

export type JwksCache = NonNullable<ReturnType<OpenIdClient['getJwksCache']>>
/** Fetched keys by their URL: one per identity provider, and one per custom host. */
export type JwksCaches = Map<string, JwksCache>
const mostJwksCaches = 1_000

/** OpenID Connect Core §3.1.3: the library checks signature, issuer, audience, nonce and times. */
export async function exchangeByOpenId(
  deps: ExchangeDeps & { jwksCaches: JwksCaches },
  exchange: CodeExchange,
): Promise<ProviderData> {
  // Loaded when the first user returns from an identity provider.
  const client = await import('openid-client')
  const { definition } = exchange
  const config = await configure(client, deps, exchange)
  const jwksUri = definition.endpoints.jwks ?? ''
  const known = deps.jwksCaches.get(jwksUri)
  if (known) client.setJwksCache(config, known)
  const tokens = await client.authorizationCodeGrant(config, callbackUrl(exchange), {
    expectedState: exchange.state,
    idTokenExpected: true,
    ...(definition.nonce ? { expectedNonce: exchange.nonce } : {}),
    ...(definition.pkce ? { pkceCodeVerifier: exchange.codeVerifier } : {}),
  })
  remember(deps.jwksCaches, jwksUri, client.getJwksCache(config))
  const claims = asDocument(tokens.claims())
  const profile =
    definition.endpoints.profile === undefined
      ? {}
      : asDocument(await client.fetchUserInfo(config, tokens.access_token, asText(claims.sub)))
  return { tokens: asDocument(tokens), claims, profile, emails: undefined, memberships: undefined }
}

async function configure(client: OpenIdClient, deps: ExchangeDeps, exchange: CodeExchange): Promise<Configuration> {
  const { definition, clientId } = exchange
  const secret = await createClientSecret(deps, exchange)
  const authentication =
    definition.clientAuthentication === 'basic' ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
  const server = serverMetadata(definition)
  const metadata = { [client.clockSkew]: skewSeconds(deps.clock), [client.clockTolerance]: 60 }
  // The library allows an issuer per tenant only in discovered metadata, so it "discovers" the entry of our table.
  const config = definition.issuer.includes('{tenantid}')
    ? await client.discovery(new URL(definition.issuer.split('/{')[0] ?? ''), clientId, metadata, authentication, {
        [client.customFetch]: async () => Response.json(server),
      })
    : new client.Configuration(server, clientId, metadata, authentication)
  config[client.customFetch] = adaptFetch(deps.outbound, definition)
  // Fake providers of development use http within this process; `outbound` checks every other URL.
  client.allowInsecureRequests(config)
  // Otherwise the library trusts the TLS connection and does not check the signature of the id token.
  client.enableNonRepudiationChecks(config)
  return config
}

function serverMetadata({ issuer, endpoints }: IdentityProvider): ServerMetadata {
  return {
    issuer,
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token,
    ...(endpoints.profile === undefined ? {} : { userinfo_endpoint: endpoints.profile }),
    ...(endpoints.jwks === undefined ? {} : { jwks_uri: endpoints.jwks }),
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

/** The redirect URI with the code and state of the callback, and no other parameter. */
function callbackUrl({ redirectUri, callback }: CodeExchange): URL {
  const url = new URL(redirectUri)
  // The callback handler has checked `iss` already; the issuer of a tenant can differ from the one in the table.
  for (const name of ['code', 'state']) {
    const value = asText(callback[name], 4_096)
    if (value !== '') url.searchParams.set(name, value)
  }
  return url
}

function adaptFetch(outbound: OutboundFetch, { endpoints, normalizeTokens }: IdentityProvider): CustomFetch {
  return async (address, { method, headers, body }) => {
    const response = await outbound(address, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? undefined : String(body),
    })
    if (normalizeTokens === undefined || address !== endpoints.token || !response.ok) return response
    return Response.json(normalizeTokens(asDocument(await response.json())))
  }
}

/** The library reads the system clock, which can differ from the injected one. */
function skewSeconds(clock: Clock): number {
  return Math.round((clock.now() - (performance.timeOrigin + performance.now())) / 1_000)
}

function remember(jwksCaches: JwksCaches, jwksUri: string, cache: JwksCache | undefined): void {
  if (cache === undefined) return
  if (jwksCaches.size >= mostJwksCaches) jwksCaches.clear()
  jwksCaches.set(jwksUri, cache)
}
