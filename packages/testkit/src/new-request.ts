/**
 * A request with all of its headers. A page may not set `Origin` or `Access-Control-*` itself: the browser does, which
 * the testkit plays. In environments such as happy-dom the constructor removes them as in a page.
 */
export function newRequest(
  url: string,
  { method, headers, body = null }: { method: string; headers: HeadersInit; body?: BodyInit | null },
): Request {
  const request = new Request(url, { method, headers, body })
  new Headers(headers).forEach((value, name) => {
    if (!request.headers.has(name)) request.headers.set(name, value)
  })
  return request
}
