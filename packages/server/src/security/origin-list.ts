import type { Environment } from '../tokens/ids.ts'

/** Suffixes under which strangers get names; a wildcard there would authorise all of them. */
const sharedSuffixes: ReadonlySet<string> = new Set([
  ...['co.uk', 'org.uk', 'ac.uk', 'com.au', 'net.au', 'co.nz', 'co.jp', 'co.kr', 'co.in', 'co.za', 'com.br', 'com.cn'],
  ...['com.mx', 'com.tr', 'com.tw', 'com.sg', 'com.hk', 'com.ar', 'github.io', 'gitlab.io', 'vercel.app'],
  ...['netlify.app', 'pages.dev', 'workers.dev', 'herokuapp.com', 'web.app', 'firebaseapp.com', 'azurewebsites.net'],
  ...['cloudfront.net', 'amazonaws.com', 'onrender.com', 'fly.dev', 'surge.sh', 'ngrok.io', 'ngrok.app'],
  ...['ngrok-free.app', 'blogspot.com', 'appspot.com', 'run.app', 'deno.dev', 'stackblitz.io', 'glitch.me'],
])

const anyPort = /^http:\/\/(localhost|127\.0\.0\.1):\*$/
const oneLabel = /^https:\/\/\*\.((?:[a-z0-9-]+\.)+[a-z0-9-]+)(:\d{1,5})?$/

/**
 * May a page of this origin use the project's public token? Entries are exact origins, `https://*.example.com`
 * for exactly one label, and in test projects `http://localhost:*` (which stands for 127.0.0.1 too).
 */
export function isAuthorizedOrigin(origin: string, entries: readonly string[], environment: Environment): boolean {
  if (origin === 'null' || !isOrigin(origin)) return false
  return entries.some((entry) => {
    if (entry === origin) return isSecure(origin) || (environment === 'test' && isLoopback(new URL(origin)))
    if (anyPort.test(entry)) return environment === 'test' && isLoopback(new URL(origin))
    const [, base, port = ''] = oneLabel.exec(entry) ?? []
    if (base === undefined) return false
    const { protocol, hostname, port: originPort } = new URL(origin)
    const label = hostname.endsWith(`.${base}`) ? hostname.slice(0, -base.length - 1) : ''
    return protocol === 'https:' && /^[a-z0-9-]+$/.test(label) && (port === '' ? '' : port.slice(1)) === originPort
  })
}

/** Is this the host of an authorised page, whatever its port? */
export function isAuthorizedHost(host: string, entries: readonly string[]): boolean {
  return entries.some((entry) => {
    const loopback = anyPort.exec(entry)
    if (loopback) return host === 'localhost'
    const base = oneLabel.exec(entry)?.[1]
    if (base === undefined) return URL.canParse(entry) && new URL(entry).hostname === host
    return host.endsWith(`.${base}`) && /^[a-z0-9-]+$/.test(host.slice(0, -base.length - 1))
  })
}

/** A name under which strangers have theirs, as far as we know them. */
export function isSharedSuffix(host: string): boolean {
  return sharedSuffixes.has(host)
}

/** What an operator may put on the list; the answer says what is wrong, or null. */
export function originEntryProblem(entry: string, environment: Environment): string | null {
  if (anyPort.test(entry)) return environment === 'test' ? null : 'a wildcard port is for test projects'
  const base = oneLabel.exec(entry)?.[1]
  if (base !== undefined) return sharedSuffixes.has(base) ? 'this suffix is shared by strangers' : null
  if (!isOrigin(entry)) return 'not an origin'
  if (isSecure(entry)) return null
  return environment === 'test' && isLoopback(new URL(entry)) ? null : 'http is for localhost in test projects'
}

/** Only what a browser itself would send: canonical, no path, no trailing slash. */
function isOrigin(value: string): boolean {
  // `*` is a legal host character to a URL parser.
  if (value.length > 512 || value.includes('*') || !URL.canParse(value)) return false
  const url = new URL(value)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === value
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https://')
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1')
}
