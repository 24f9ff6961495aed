import type { Clock } from '../core/clock-and-random.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import type { OAuthSecret } from './credentials.ts'
import { asDocument } from './document.ts'
import type { Document, IdentityProvider } from './identity-provider.ts'

/** An authorization code, with the stored values of its authorization request. */
export interface CodeExchange {
  definition: IdentityProvider
  clientId: string
  secret: OAuthSecret
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
  scopes: readonly string[]
  /** The parameters of the callback. */
  callback: Document
}

export interface ExchangeDeps {
  outbound: OutboundFetch
  clock: Clock
}

/** The raw data of the identity provider. */
export interface ProviderData {
  tokens: Document
  claims: Document
  profile: Document
  emails: unknown
}

/** A response of the identity provider does not match its standard or its entry in `providers.ts`. */
export class ExchangeError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause })
    this.name = 'ExchangeError'
  }
}

/** The body of a successful JSON response; throws for any other. */
export async function readJsonResponse(response: Response): Promise<unknown> {
  if (!response.ok) throw new ExchangeError(`status ${response.status}`)
  try {
    return await response.json()
  } catch (cause) {
    throw new ExchangeError('no JSON', cause)
  }
}

/** Fetches the profile, and the email addresses if they have an endpoint of their own. */
export async function readProfile(
  { outbound }: ExchangeDeps,
  { endpoints, profileQuery }: IdentityProvider,
  accessToken: string,
): Promise<Pick<ProviderData, 'profile' | 'emails'>> {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}`, 'user-agent': 'latchkey' }
  const fetchJson = async (address: string | undefined, query?: string): Promise<unknown> => {
    if (address === undefined) return {}
    const init =
      query === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ query }),
          }
    return readJsonResponse(await outbound(address, init))
  }
  const [profile, emails] = await Promise.all([fetchJson(endpoints.profile, profileQuery), fetchJson(endpoints.emails)])
  return { profile: asDocument(profile), emails }
}
