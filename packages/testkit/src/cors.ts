import { newRequest } from './new-request.ts'

/** The CORS checks of a browser. */
export interface Cors {
  /** Sends a preflight request, once per origin, method, path and header names. */
  preflight(request: Request, origin: string, isCredentialed: boolean): Promise<void>
  /** The response with the headers that the page may read. */
  visible(origin: string, response: Response, isCredentialed: boolean): Promise<Response>
}

/** The response headers that a page can read without `Access-Control-Expose-Headers`. */
const safelisted = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified']

export function createCors(send: (request: Request) => Promise<Response>, now: () => number): Cors {
  const allowed = new Set<string>()

  function requireAllowed({ headers }: Response, origin: string, isCredentialed: boolean): void {
    const name = headers.get('access-control-allow-origin')
    const isNamed = name === origin || (name === '*' && !isCredentialed)
    const allowsCredentials = headers.get('access-control-allow-credentials') === 'true'
    if (!isNamed || (isCredentialed && !allowsCredentials)) throw new TypeError('Failed to fetch')
  }

  return {
    async preflight({ url, method, headers }, origin, isCredentialed) {
      // Headers of happy-dom preserve case.
      const all = [...headers.keys()].map((name) => name.toLowerCase())
      const names = all.filter((name) => name !== 'origin').sort()
      const kind = JSON.stringify([origin, method, new URL(url).pathname, names])
      if (allowed.has(kind)) return
      const answer = await send(
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
      // A real Node.js server adds this header.
      if (exposed.includes('date')) headers.set('date', new Date(now()).toUTCString())
      return new Response(await response.arrayBuffer(), { status: response.status, headers })
    },
  }
}

function listOf({ headers }: Response, name: string): string[] {
  return (headers.get(name) ?? '').toLowerCase().split(/,\s*/)
}
