export interface RequestParts {
  method?: string
  authorization?: string | undefined
  cookie?: string | undefined
  /** The origin of the page, if a page sends the request. */
  origin?: string | undefined
  accept?: string | undefined
  json?: object | null | undefined
  form?: Record<string, string> | undefined
}

/** An HTTP/1.1 keep-alive request as text, for load that writes to the socket. */
export function httpRequest(path: string, parts: RequestParts): string {
  const { json, form } = parts
  const text = form ? String(new URLSearchParams(form)) : json ? JSON.stringify(json) : ''
  const type = form ? 'application/x-www-form-urlencoded' : json === undefined ? undefined : 'application/json'
  const headers = {
    Host: '127.0.0.1',
    Authorization: parts.authorization,
    Cookie: parts.cookie,
    Origin: parts.origin,
    Accept: parts.accept,
    'Content-Type': type,
    'Content-Length': type === undefined ? undefined : String(Buffer.byteLength(text)),
  }
  return [
    `${parts.method ?? (type === undefined ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    ...Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    '',
    text,
  ].join('\r\n')
}

export function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}
