import { newRequest } from './new-request.ts'

/** The part of a browser that keeps one site from reading another's answers. */
export interface Cors {
  /** Asks the provider whether the page may send this at all, once for each kind of call. */
  preflight(request: Request, origin: string, isCredentialed: boolean): Promise<void>
  /** The answer as the page may read it. */
  visible(origin: string, response: Response, isCredentialed: boolean): Promise<Response>
}

/** Besides the safelisted ones a page sees only what the provider exposes. */
const safelisted = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified']

export function createCors(ask: (request: Request) => Promise<Response>, now: () => number): Cors {
  const allowed = new Set<string>()

  function requireAllowed({ headers }: Response, origin: string, isCredentialed: boolean): void {
    const name = headers.get('access-control-allow-origin')
    const isNamed = name === origin || (name === '*' && !isCredentialed)
    const allowsCredentials = headers.get('access-control-allow-credentials') === 'true'
    if (!isNamed || (isCredentialed && !allowsCredentials)) throw new TypeError('Failed to fetch')
  }

  return {
    async preflight({ url, method, headers }, origin, isCredentialed) {
      // Headers of happy-dom keep the case they were written in.
      const all = [...headers.keys()].map((name) => name.toLowerCase())
      const names = all.filter((name) => name !== 'origin').sort()
      const kind = JSON.stringify([origin, method, new URL(url).pathname, names])
      if (allowed.has(kind)) return
      const answer = await ask(
        newRequest(url, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': names.join(','),
          },
        }),
      )
      requireAllowed(answer, origin, isCredentialed)
      if (!listOf(answer, 'access-control-allow-methods').includes(method.toLowerCase())) {
        throw new TypeError('Failed to fetch')
      }
      const allowedNames = listOf(answer, 'access-control-allow-headers')
      if (names.some((name) => !allowedNames.includes(name))) throw new TypeError('Failed to fetch')
      allowed.add(kind)
    },
    async visible(origin, response, isCredentialed) {
      requireAllowed(response, origin, isCredentialed)
      const exposed = listOf(response, 'access-control-expose-headers')
      const headers = new Headers()
      response.headers.forEach((value, given) => {
        const name = given.toLowerCase()
        if (safelisted.includes(name) || exposed.includes(name)) headers.set(name, value)
      })
      // Node's server would add it.
      if (exposed.includes('date')) headers.set('date', new Date(now()).toUTCString())
      return new Response(await response.arrayBuffer(), { status: response.status, headers })
    },
  }
}

function listOf({ headers }: Response, name: string): string[] {
  return (headers.get(name) ?? '').toLowerCase().split(/,\s*/)
}
