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
  /** Whether the tenants of the user are needed. */
  readsTenants: boolean
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
  memberships: unknown
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

/** Fetches the profile, and the email addresses and memberships if they have endpoints of their own. */
export async function readProfile(
  { outbound }: ExchangeDeps,
  { definition, readsTenants }: CodeExchange,
  accessToken: string,
): Promise<Pick<ProviderData, 'profile' | 'emails' | 'memberships'>> {
  const { endpoints, profileQuery, profileTokenInPath } = definition
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
  const profileUrl = profileTokenInPath ? `${endpoints.profile}/${encodeURIComponent(accessToken)}` : endpoints.profile
  const [profile, emails, memberships] = await Promise.all([
    fetchJson(profileUrl, profileQuery),
    fetchJson(endpoints.emails),
    // The user or an organization can withhold them. That ends no sign-in.
    readsTenants ? fetchJson(endpoints.memberships).catch(() => undefined) : undefined,
  ])
  return { profile: asDocument(profile), emails, memberships }
}
