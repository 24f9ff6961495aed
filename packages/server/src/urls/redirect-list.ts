import type { Environment } from '../core/ids.ts'
import { httpProblem } from './origin-list.ts'

/** Schemes that execute code or read local files; no list can allow them. */
const dangerous: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'filesystem:',
])

/** `http://localhost:*` at the start of an entry: any port of this machine, in test projects only. */
const anyPort = /^http:\/\/(localhost|127\.0\.0\.1):\*(?=\/|$)/

/**
 * Whether a URL is on the list. Scheme, host and port are compared exactly, the path exactly or below a declared `/*`,
 * and the query by parameter: each must be declared, with its value or with `{}` for any value. All endpoints that
 * redirect a user call this function.
 *
 * @example
 * isAllowedRedirect('https://app.example.com/welcome', ['https://app.example.com/*'], 'live') // true
 */
export function isAllowedRedirect(address: string, entries: readonly string[], environment: Environment): boolean {
  const url = parseRedirect(address)
  return url !== null && entries.some((entry) => matches(url, entry, environment))
}

/** The default of calls without a redirect URL: the first entry without a wildcard. */
export function defaultRedirect(entries: readonly string[], environment: Environment): string | null {
  return entries.find((entry) => !/\*|\{\}/.test(entry) && isAllowedRedirect(entry, [entry], environment)) ?? null
}

/** What is wrong with an entry of the list; null if it is valid. */
export function redirectEntryProblem(entry: string, environment: Environment): string | null {
  const sample = parseRedirect(entry.replace(anyPort, 'http://$1').replace(/\/\*(?=$|\?)/, '/'))
  if (!sample) return 'not a URL in canonical form'
  if (
    entry
      .replace(anyPort, '')
      .replace(/\/\*(?=$|\?)/, '')
      .includes('*')
  )
    return 'only the port or the last path segment may be *'
  return schemeAllowed(sample, environment) ? null : httpProblem
}

/**
 * Accepts only the canonical form, so that no later parser can read the URL differently. The only exception is a
 * missing slash after a bare host.
 */
function parseRedirect(address: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (address.length > 2_048 || /[\u0000-\u0020\u007f-\u{10ffff}\\#]/u.test(address)) return null
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || dangerous.has(url.protocol)) return null
  const canonical = isWeb(url) ? address.replace(/^(https?:\/\/[^/?]+)(?=$|\?)/, '$1/') : address
  return url.href === canonical && !address.endsWith('?') ? url : null
}

function matches(url: URL, entry: string, environment: Environment): boolean {
  if (!schemeAllowed(url, environment)) return false
  const wildPort = anyPort.exec(entry)
  if (wildPort) {
    if (environment !== 'test' || !isLoopback(url)) return false
    const path = entry.slice(wildPort[0].length)
    // In a test project, pages on this machine may have any query.
    return path === '/*' ? isBelow(url.pathname, '/') : matches(url, `${url.origin}${path}`, environment)
  }
  const below = /\/\*(?=$|\?)/.test(entry)
  const declared = parseRedirect(below ? entry.replace(/\/\*(?=$|\?)/, '/') : entry)
  if (!declared || declared.protocol !== url.protocol || declared.host !== url.host) return false
  const samePath = below ? isBelow(url.pathname, declared.pathname) : url.pathname === declared.pathname
  return samePath && queryMatches(url.searchParams, declared.searchParams)
}

/**
 * Whether a path is below a prefix for every parser: browsers, proxies and frameworks decode, collapse and cut paths
 * differently. Below a prefix, no segment may be empty, consist of dots, or contain (also encoded, and after Unicode
 * compatibility normalization) a slash, a backslash, a semicolon, a percent sign, `?`, `#` or a control character.
 */
function isBelow(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false
  const rest = path.slice(prefix.length)
  if (rest === '') return true
  return rest.split('/').every((segment, index, all) => {
    if (segment === '') return index === all.length - 1
    const decoded = decodeSegment(segment)
    return decoded !== null && !/[/\\;%?#\p{C}\p{Zl}\p{Zp}]/u.test(decoded) && !/^[. ]+$/.test(decoded)
  })
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment).normalize('NFKC')
  } catch {
    // Not UTF-8, such as an overlong encoding.
    return null
  }
}

function queryMatches(given: URLSearchParams, declared: URLSearchParams): boolean {
  const names = [...given.keys()]
  if (new Set(names).size !== names.length) return false
  const required = [...declared].filter(([, value]) => value !== '{}').map(([name]) => name)
  return (
    required.every((name) => given.has(name)) &&
    [...given].every(([name, value]) => declared.get(name) === '{}' || declared.get(name) === value)
  )
}

function schemeAllowed(url: URL, environment: Environment): boolean {
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return environment === 'test' && isLoopback(url)
  // A custom scheme of a native app is safe because the exact URL was declared.
  return !dangerous.has(url.protocol)
}

function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:'
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1')
}
