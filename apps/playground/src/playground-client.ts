import { type Client, createClient } from '@latchkey/client'

export interface ProviderConnection {
  readonly publicToken: string
  /** The provider's origin, which is also this page's. */
  readonly origin: string
}

export function createPlaygroundClient({ publicToken, origin }: ProviderConnection): Client {
  return createClient(publicToken, { domains: { testApi: origin, telemetry: origin, cdn: origin } })
}
