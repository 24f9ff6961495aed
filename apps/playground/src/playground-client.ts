import { type Client, createClient } from '@latchkey/client'

export interface ProviderConnection {
  readonly publicToken: string
  readonly projectId: string
  /** The provider's origin, which is also this page's. */
  readonly origin: string
}

export function createPlaygroundClient({ publicToken, origin }: Omit<ProviderConnection, 'projectId'>): Client {
  return createClient(publicToken, { domains: { testApi: origin, telemetry: origin, cdn: origin } })
}
