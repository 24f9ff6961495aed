// What every exchange with openid-client needs.
import type { ClientAuth, ClientMetadata, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { Clock } from '../core/clock-and-random.ts'

export type OpenIdClient = typeof import('openid-client')

export type JwksCache = NonNullable<ReturnType<OpenIdClient['getJwksCache']>>
/** Fetched keys by their URL: one per identity provider, one per custom host, and one per SSO connection. */
export type JwksCaches = Map<string, JwksCache>
const mostJwksCaches = 1_000

/** Accepted difference of the clocks. */
export const clockToleranceSeconds = 60

export async function openConfiguration(
  client: OpenIdClient,
  input: {
    server: ServerMetadata
    clientId: string
    metadata?: Partial<ClientMetadata>
    authentication: ClientAuth
    clock: Clock
    fetch: CustomFetch
  },
): Promise<Configuration> {
  const { server, clientId, authentication } = input
  const metadata = {
    ...input.metadata,
    [client.clockSkew]: skewSeconds(input.clock),
    [client.clockTolerance]: clockToleranceSeconds,
  }
  // The library allows an issuer per tenant only in discovered metadata, so it "discovers" the entry of our table.
  const config = server.issuer.includes('{tenantid}')
    ? await client.discovery(new URL(server.issuer.split('/{')[0] ?? ''), clientId, metadata, authentication, {
        [client.customFetch]: async () => Response.json(server),
      })
    : new client.Configuration(server, clientId, metadata, authentication)
  config[client.customFetch] = input.fetch
  // Fake providers of development use http within this process; `outbound` checks every other URL.
  client.allowInsecureRequests(config)
  // Otherwise the library trusts the TLS connection and does not check the signature of the id token.
  client.enableNonRepudiationChecks(config)
  return config
}

/** Runs an exchange with the keys that earlier ones have fetched. */
export async function withJwksCache<T>(
  client: OpenIdClient,
  config: Configuration,
  jwksCaches: JwksCaches,
  key: string,
  exchange: () => Promise<T>,
): Promise<T> {
  const known = jwksCaches.get(key)
  if (known) client.setJwksCache(config, known)
  const result = await exchange()
  const cache = client.getJwksCache(config)
  if (cache !== undefined) {
    if (jwksCaches.size >= mostJwksCaches) jwksCaches.clear()
    jwksCaches.set(key, cache)
  }
  return result
}

/** The library reads the system clock, which can differ from the injected one. */
function skewSeconds(clock: Clock): number {
  return Math.round((clock.now() - (performance.timeOrigin + performance.now())) / 1_000)
}
