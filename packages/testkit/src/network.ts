import { settle } from '@latchkey/client/testing'
import type { Provider } from '@latchkey/server'
import { createCors } from './cors.ts'
import { newRequest } from './new-request.ts'

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
  /**
   * Answers in the provider's place where it returns a response: a proxy's error page, a captcha wall, … A promise
   * holds the request on its way there.
   */
  intercept: ((request: SentRequest) => Response | undefined | Promise<Response | undefined>) | undefined
  /** What becomes of the provider's answer on its way back: held, changed, or lost where it throws. */
  onAnswer: ((request: SentRequest, answer: Response) => Response | Promise<Response>) | undefined
  fetch(origin: string): (url: string, init: RequestInit) => Promise<Response>
  /** Until the provider has answered everything it was asked, and the pages have taken it in. */
  idle(): Promise<void>
}

export const peerAddress = '203.0.113.7'

/**
 * Carries requests to the provider's handler the way a browser does: with an `Origin`, after a preflight, and with
 * the answer withheld from pages that the provider's CORS headers do not name.
 */
export function createNetwork(provider: Provider, now: () => number): Network {
  const requests: SentRequest[] = []
  const open = new Set<Promise<unknown>>()
  const cors = createCors((request) => provider.fetch(request, { peerAddress }), now)

  async function ask(request: Request): Promise<Response> {
    const response = await provider.fetch(request, { peerAddress })
    // The message is in the inbox before the page hears of it: what a test reads next is there.
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
