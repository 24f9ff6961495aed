import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import { createClientSecret } from './client-secret.ts'
import type { CodeExchange, ExchangeDeps, ProviderData } from './code-exchange.ts'
import { asDocument, asText } from './document.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { type JwksCaches, type OpenIdClient, openConfiguration, withJwksCache } from './openid-configuration.ts'

/** OpenID Connect Core §3.1.3: the library checks signature, issuer, audience, nonce and times. */
export async function exchangeByOpenId(
  deps: ExchangeDeps & { jwksCaches: JwksCaches },
  exchange: CodeExchange,
): Promise<ProviderData> {
  // Loaded when the first user returns from an identity provider.
  const client = await import('openid-client')
  const { definition } = exchange
  const config = await configure(client, deps, exchange)
  const tokens = await withJwksCache(client, config, deps.jwksCaches, definition.endpoints.jwks ?? '', () =>
    client.authorizationCodeGrant(config, callbackUrl(exchange), {
      expectedState: exchange.state,
      idTokenExpected: true,
      ...(definition.nonce ? { expectedNonce: exchange.nonce } : {}),
      ...(definition.pkce ? { pkceCodeVerifier: exchange.codeVerifier } : {}),
    }),
  )
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
  return openConfiguration(client, {
    ...{ server, clientId, authentication, clock: deps.clock },
    fetch: adaptFetch(deps.outbound, definition),
  })
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
