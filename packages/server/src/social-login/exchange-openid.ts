import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { Clock } from '../core/clock-and-random.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import { clientSecretOf } from './client-secret.ts'
import type { CodeExchange, ExchangeDeps, SuppressionOutcome } from './code-exchange.ts'
import { asDocument, asText } from './document.ts'
import type { IdentityProvider } from './identity-provider.ts'

type OpenIdClient = typeof import('openid-client')

export type JwksCache = NonNullable<ReturnType<OpenIdClient['getJwksCache']>>
/** Keys that were fetched, by their address: as many as the table has, and one for each host of one's own. */
export type JwksCaches = Map<string, JwksCache>
const mostJwksCaches = 1_000

/** OpenID Connect Core §3.1.3: signature, issuer, audience, nonce and times are the library's to check. */
export async function exchangeByOpenId(
  deps: ExchangeDeps & { jwksCaches: JwksCaches },
  exchange: CodeExchange,
): Promise<SuppressionOutcome> {
  // Loaded when the first person comes back from a provider.
  const client = await import('openid-client')
  const { definition } = exchange
  const config = await configure(client, deps, exchange)
  const jwksUri = definition.endpoints.jwks ?? ''
  const known = deps.jwksCaches.get(jwksUri)
  if (known) client.setJwksCache(config, known)
  const tokens = await client.authorizationCodeGrant(config, answeredUrl(exchange), {
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
  return { tokens: asDocument(tokens), claims, profile, emails: undefined }
}

async function configure(client: OpenIdClient, deps: ExchangeDeps, exchange: CodeExchange): Promise<Configuration> {
  const { definition, clientId } = exchange
  const secret = await clientSecretOf(deps, exchange)
  const authentication =
    definition.clientAuthentication === 'basic' ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
  const server = metadataOf(definition)
  const metadata = { [client.clockSkew]: skewSeconds(deps.clock), [client.clockTolerance]: 60 }
  // The library expects an issuer that differs by tenant only of what it has discovered: it discovers our table.
  const config = definition.issuer.includes('{tenantid}')
    ? await client.discovery(new URL(definition.issuer.split('/{')[0] ?? ''), clientId, metadata, authentication, {
        [client.customFetch]: async () => Response.json(server),
      })
    : new client.Configuration(server, clientId, metadata, authentication)
  config[client.customFetch] = adapted(deps.outbound, definition)
  // A fake of development is asked by http, in this very process; everything else is judged by the way out.
  client.allowInsecureRequests(config)
  // Without it the library trusts the connection and leaves the id token's signature alone.
  client.enableNonRepudiationChecks(config)
  return config
}

function metadataOf({ issuer, endpoints }: IdentityProvider): ServerMetadata {
  return {
    issuer,
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token,
    ...(endpoints.profile === undefined ? {} : { userinfo_endpoint: endpoints.profile }),
    ...(endpoints.jwks === undefined ? {} : { jwks_uri: endpoints.jwks }),
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

/** The answer as it came, at the address it was sent to; nothing of the request that brought it. */
function answeredUrl({ redirectUri, callback }: CodeExchange): URL {
  const url = new URL(redirectUri)
  // Who answered was judged where the answer came in: a tenant's issuer is not always the one that is written here.
  for (const name of ['code', 'state']) {
    const value = asText(callback[name], 4_096)
    if (value !== '') url.searchParams.set(name, value)
  }
  return url
}

function adapted(outbound: OutboundFetch, { endpoints, mendTokens }: IdentityProvider): CustomFetch {
  return async (address, { method, headers, body }) => {
    const answer = await outbound(address, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? undefined : String(body),
    })
    if (mendTokens === undefined || address !== endpoints.token || !answer.ok) return answer
    return Response.json(mendTokens(asDocument(await answer.json())))
  }
}

/** The library reads the machine's clock; ours may be another one. */
function skewSeconds(clock: Clock): number {
  return Math.round((clock.now() - (performance.timeOrigin + performance.now())) / 1_000)
}

function remember(jwksCaches: JwksCaches, jwksUri: string, cache: JwksCache | undefined): void {
  if (cache === undefined) return
  if (jwksCaches.size >= mostJwksCaches) jwksCaches.clear()
  jwksCaches.set(jwksUri, cache)
}
