/** A whole request, keep-alive, for a load that speaks to the socket itself. */
export function post(path: string, credentials: string, body: object): string {
  const text = JSON.stringify(body)
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`,
    'Content-Type: application/json',
    'Origin: http://localhost:3000',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}
