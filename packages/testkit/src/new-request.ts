/**
 * Creates a request with all headers. Pages cannot set `Origin` or `Access-Control-*`; the testkit sets them like a
 * browser. In environments such as happy-dom the constructor removes them: add them again.
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
