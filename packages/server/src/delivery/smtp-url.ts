/** The settings of a connection that follow from its URL. */
export interface SmtpConnection {
  host: string
  port: number
  secure: boolean
  requireTLS: boolean
  ignoreTLS: boolean
  auth?: { user: string; pass: string }
}

/**
 * `smtps://` is TLS from the first byte (465). `smtp://` is STARTTLS (587): required, unless the server is on this
 * machine or the URL has `?starttls=optional`. A mail with a sign-in link must not cross a network unencrypted.
 */
export function parseSmtpUrl(text: string): SmtpConnection {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') {
    throw new TypeError('must be smtp://host[:port] or smtps://host[:port], with user:password@ if needed')
  }
  for (const [name, value] of url.searchParams) {
    if (name !== 'starttls' || value !== 'optional') {
      throw new TypeError('supports only the parameter starttls=optional')
    }
  }
  if (url.pathname !== '' && url.pathname !== '/') throw new TypeError('must not have a path')
  if ((url.username === '') !== (url.password === '')) throw new TypeError('needs both a user and a password, or none')
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const loopback = host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !loopback && !url.searchParams.has('starttls'),
    // The certificate of a local relay does not cover loopback addresses, and no network has to be protected against.
    ignoreTLS: !secure && loopback,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  }
}

const sender = /^(?:([^<>"\p{Cc}]*?)\s*<([^\s<>@,;]+@[^\s<>@,;]+)>|([^\s<>@,;]+@[^\s<>@,;]+))$/u

/** `Example <sign-in@example.com>` or a bare address. */
export function parseSender(text: string): { name: string; address: string } {
  const match = sender.exec(text)
  const address = match?.[2] ?? match?.[3]
  if (!address) throw new TypeError('must be an address, or a name followed by <an address>')
  return { name: match?.[1] ?? '', address }
}
