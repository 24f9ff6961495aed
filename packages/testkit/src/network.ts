import type { Provider } from '@latchkey/server'

/** One call as it went over the wire. */
export interface SentRequest {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  /** The parsed JSON; null where no body was sent. */
  body: unknown
  credentials: RequestCredentials | undefined
}

/** What lies between the pages and the provider. */
export interface Network {
  /** Everything that was sent, oldest first. */
  readonly requests: readonly SentRequest[]
  /** While true, nobody gets through. */
  isDown: boolean
  /** Answers in the provider's place where it returns a response: a proxy's error page, a captcha wall, … */
  intercept: ((request: SentRequest) => Response | undefined) | undefined
  fetch(origin: string): (url: string, init: RequestInit) => Promise<Response>
}

/** Besides the safelisted ones a page sees only what the provider exposes. */
const safelisted = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified']

/**
 * Carries requests to the provider's handler the way a browser does: with an `Origin`, and with the answer withheld
 * from pages that the provider's CORS headers do not name.
 */
export function createNetwork(provider: Provider, now: () => number): Network {
  const requests: SentRequest[] = []
  const network: Network = {
    requests,
    isDown: false,
    intercept: undefined,
    fetch: (origin) => async (url, init) => {
      if (network.isDown) throw new TypeError('Failed to fetch')
      const { pathname, search, origin: target } = new URL(url)
      const sent: SentRequest = {
        method: init.method ?? 'GET',
        path: pathname + search,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
        credentials: init.credentials,
      }
      requests.push(sent)
      const intercepted = network.intercept?.(sent)
      if (intercepted) return intercepted

      const headers = new Headers(init.headers)
      if (target !== origin) headers.set('origin', origin)
      const request = new Request(url, { method: sent.method, headers, body: init.body ?? null })
      const response = await provider.fetch(request, { peerAddress: '203.0.113.7' })
      // The message is in the inbox before the page hears of it: what a test reads next is there.
      await provider.outbox.drain()
      return target === origin ? response : visibleTo(origin, response, init.credentials === 'include', now)
    },
  }
  return network
}

async function visibleTo(
  origin: string,
  response: Response,
  isCredentialed: boolean,
  now: () => number,
): Promise<Response> {
  const allowed = response.headers.get('access-control-allow-origin')
  const isAllowed = allowed === origin || (allowed === '*' && !isCredentialed)
  const allowsCredentials = response.headers.get('access-control-allow-credentials') === 'true'
  if (!isAllowed || (isCredentialed && !allowsCredentials)) throw new TypeError('Failed to fetch')
  const exposed = (response.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/,\s*/)
  const headers = new Headers()
  response.headers.forEach((value, name) => {
    if (safelisted.includes(name) || exposed.includes(name)) headers.set(name, value)
  })
  // Node's server would add it.
  if (exposed.includes('date')) headers.set('date', new Date(now()).toUTCString())
  return new Response(await response.arrayBuffer(), { status: response.status, headers })
}
