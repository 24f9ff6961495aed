/** The headers of fetch and of Next.js. */
export interface HeaderReader {
  get(name: string): string | null
}

/** The headers of `node:http`, with names in lower case. */
export interface HeaderRecord {
  readonly [name: string]: string | readonly string[] | undefined
}

/** A fetch `Request`, its `Headers`, or a request of `node:http`, Express or Fastify. */
export type RequestLike = HeaderReader | { readonly headers: HeaderReader | HeaderRecord }

/** Returns a function that reads a header, which is empty if it is missing. */
export function headersOf(request: RequestLike): (name: string) => string {
  const headers = 'headers' in request ? request.headers : request
  // Node has an object, in which a client can set a header called `get`.
  if (typeof headers.get === 'function') return (name) => (headers as HeaderReader).get(name) ?? ''
  return (name) => {
    const value = (headers as HeaderRecord)[name] ?? ''
    return typeof value === 'string' ? value : value.join('; ')
  }
}
