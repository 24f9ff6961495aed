import { getPublicSuffix } from 'tldts'
import type { Environment } from '../core/ids.ts'

/** Hosts that serve pages of unrelated customers but are not on the Public Suffix List. */
const sharedHosts: ReadonlySet<string> = new Set(['amazonaws.com', 'googleapis.com', 'stackblitz.io', 'glitch.me'])

/** Why a public suffix is rejected as the base of a wildcard. */
export const sharedSuffixProblem = 'a public suffix: unrelated sites live below it'

/** Why an http address is rejected as an origin or as a redirect URL. */
export const httpProblem = 'only https is accepted, and http on localhost in test projects'

const anyPort = /^http:\/\/(localhost|127\.0\.0\.1):\*$/
const oneLabel = /^https:\/\/\*\.((?:[a-z0-9-]+\.)+[a-z0-9-]+)(:\d{1,5})?$/

/**
 * May a page of this origin use the project's public token? Entries are exact origins, `https://*.example.com`
 * for exactly one label, and in test projects `http://localhost:*` (which includes 127.0.0.1).
 */
export function isAuthorizedOrigin(origin: string, entries: readonly string[], environment: Environment): boolean {
  // Most requests: the entries were checked when they were stored, so an https entry without a wildcard is an origin.
  if (isSecure(origin) && !origin.includes('*') && entries.includes(origin)) return true
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

/** Is this the host of an authorized page, regardless of its port? */
export function isAuthorizedHost(host: string, entries: readonly string[]): boolean {
  return entries.some((entry) => {
    const loopback = anyPort.exec(entry)
    if (loopback) return host === 'localhost'
    const base = oneLabel.exec(entry)?.[1]
    if (base === undefined) return URL.canParse(entry) && new URL(entry).hostname === host
    return host.endsWith(`.${base}`) && /^[a-z0-9-]+$/.test(host.slice(0, -base.length - 1))
  })
}

/**
 * A suffix below which unrelated sites register names: on the Public Suffix List (with its private section, so that
 * `github.io` counts like `co.uk`), or on the list above.
 */
export function isSharedSuffix(host: string): boolean {
  if (!host.includes('.')) return false
  return sharedHosts.has(host) || getPublicSuffix(host, { allowPrivateDomains: true }) === host
}

/** What is wrong with an entry of the list of origins; null if it is valid. */
export function originEntryProblem(entry: string, environment: Environment): string | null {
  if (anyPort.test(entry)) return environment === 'test' ? null : 'a wildcard port is for test projects'
  const base = oneLabel.exec(entry)?.[1]
  if (base !== undefined) return isSharedSuffix(base) ? sharedSuffixProblem : null
  if (!isOrigin(entry)) return 'not an origin'
  if (isSecure(entry)) return null
  return environment === 'test' && isLoopback(new URL(entry)) ? null : httpProblem
}

/** Only the form that browsers send: canonical, without path and trailing slash. */
function isOrigin(value: string): boolean {
  // A URL parser accepts `*` in a host.
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

/** True if `host` is `domain` or one of its subdomains. */
export function isSameOrSubdomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
