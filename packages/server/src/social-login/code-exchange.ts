import type { Clock } from '../core/clock-and-random.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import type { OAuthSecret } from './credentials.ts'
import { asDocument } from './document.ts'
import type { Document, IdentityProvider } from './identity-provider.ts'

/** A code has come back, and everything that was remembered of its beginning. */
export interface CodeExchange {
  definition: IdentityProvider
  clientId: string
  secret: OAuthSecret
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
  scopes: readonly string[]
  /** What came to the callback. */
  callback: Document
}

export interface ExchangeDeps {
  outbound: OutboundFetch
  clock: Clock
}

/** What the provider told, before anybody has read it. */
export interface SuppressionOutcome {
  tokens: Document
  claims: Document
  profile: Document
  emails: unknown
}

/** The provider's answer was not what its standard, or its table, says. */
export class ExchangeError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause })
    this.name = 'ExchangeError'
  }
}

/** A successful JSON answer, or nothing. */
export async function readJsonAnswer(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new ExchangeError(`status ${answer.status}`)
  try {
    return await answer.json()
  } catch (cause) {
    throw new ExchangeError('no JSON', cause)
  }
}

/** Asks for the profile, and for the addresses where they have a place of their own. */
export async function readProfile(
  { outbound }: ExchangeDeps,
  { endpoints, profileQuery }: IdentityProvider,
  accessToken: string,
): Promise<Pick<SuppressionOutcome, 'profile' | 'emails'>> {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}`, 'user-agent': 'latchkey' }
  const ask = async (address: string | undefined, query?: string): Promise<unknown> => {
    if (address === undefined) return {}
    const init =
      query === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ query }),
          }
    return readJsonAnswer(await outbound(address, init))
  }
  const [profile, emails] = await Promise.all([ask(endpoints.profile, profileQuery), ask(endpoints.emails)])
  return { profile: asDocument(profile), emails }
}
