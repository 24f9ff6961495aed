import { settle } from '@latchkey/client/testing'
import type { Provider } from '@latchkey/server'
import { createCors } from './cors.ts'
import { newRequest } from './new-request.ts'

/** One request of a client. */
export interface SentRequest {
  method: string
  /** The path with query. */
  path: string
  headers: Record<string, string>
  /** The parsed JSON; null without a body. */
  body: unknown
  credentials: RequestCredentials | undefined
}

/** The network between the pages and the provider. */
export interface Network {
  /** All requests, oldest first. */
  readonly requests: readonly SentRequest[]
  /** While true, all requests fail. */
  isDown: boolean
  /**
   * Returns a response instead of the provider, such as the error page of a proxy, or undefined. A promise delays the
   * request.
   */
  intercept: ((request: SentRequest) => Response | undefined | Promise<Response | undefined>) | undefined
  /** Delays or changes a response of the provider, or drops it by throwing. */
  onAnswer: ((request: SentRequest, response: Response) => Response | Promise<Response>) | undefined
  fetch(origin: string): (url: string, init: RequestInit) => Promise<Response>
  /** Resolves when all requests have been answered and processed. */
  idle(): Promise<void>
}

export const peerAddress = '203.0.113.7'

/**
 * Sends requests to the handler of the provider like a browser: with an `Origin`, after a preflight, and with the CORS
 * checks of the response.
 */
export function createNetwork(provider: Provider, now: () => number): Network {
  const requests: SentRequest[] = []
  const open = new Set<Promise<unknown>>()
  const cors = createCors((request) => provider.fetch(request, { peerAddress }), now)

  async function ask(request: Request): Promise<Response> {
    const response = await provider.fetch(request, { peerAddress })
    // Messages are in the inbox before the response, so that a test can read them at once.
    await provider.outbox.drain()
    return response
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => open.delete(done))
    open.add(done)
    return done
  }

  const network: Network = {
    requests,
    isDown: false,
    intercept: undefined,
    onAnswer: undefined,
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
      const intercepted = await network.intercept?.(sent)
      if (intercepted) return intercepted

      const headers = new Headers(init.headers)
      if (target !== origin) headers.set('origin', origin)
      const request = newRequest(url, { method: sent.method, headers, body: init.body ?? null })
      const isCredentialed = init.credentials === 'include'
      const answer = await tracked(
        target === origin
          ? ask(request)
          : cors
              .preflight(request, origin, isCredentialed)
              .then(async () => cors.visible(origin, await ask(request), isCredentialed)),
      )
      return network.onAnswer ? network.onAnswer(sent, answer) : answer
    },
    async idle() {
      do {
        await Promise.allSettled(open)
        await settle()
      } while (open.size > 0)
    },
  }
  return network
}
