import { quoted } from '../core/quoted.ts'
import type { HttpOnlyCookies, ProjectSettings } from '../storage/records.ts'
import { isSameOrSubdomain, isSharedSuffix, sharedSuffixProblem } from '../urls/origin-list.ts'
import type { SettingProblem } from './service-settings-problem.ts'

/** A valid cookie name after the prefix `__Secure-`, short enough to append `_jwt`. */
const cookieName = /^[A-Za-z0-9_-]{1,48}$/

/**
 * Cookies that the API sets reach only pages of its own site: on other pages a user would be signed out right after the
 * sign-in. So the project names the domain that API and pages share, and every authorized origin must be inside it.
 */
export function httpOnlyProblem(settings: ProjectSettings): SettingProblem {
  const { cnameDomain: api, httpOnlyCookies: cookies, authorizedOrigins } = settings
  if (!cookies?.enabled) return null
  const problemWith = (field: keyof HttpOnlyCookies, problem: string): SettingProblem => {
    return { key: `httpOnlyCookies.${field}`, problem }
  }
  const { domain, name } = cookies
  if (!cookieName.test(name)) return problemWith('name', 'must be letters, digits, _ and -, 48 at most')
  if (api === null) return problemWith('enabled', 'needs cname_domain: the API host, on the site of the pages')
  if (domain !== null) {
    if (isSharedSuffix(domain)) return problemWith('domain', sharedSuffixProblem)
    if (!domain.includes('.') || !isSameOrSubdomain(api, domain))
      return problemWith('domain', `must be what ${api} and the pages have in common`)
  }
  for (const entry of authorizedOrigins) {
    const host = hostOf(entry)
    // The seeded project authorizes this name of the machine too; pages there use JavaScript cookies.
    if (api === 'localhost' && host === '127.0.0.1') continue
    if (domain === null ? entryIsHost(entry, api) : isSameOrSubdomain(host, domain)) continue
    const common = commonDomain(host, api)
    if (common === null) return problemWith('enabled', `${quoted(entry)} is not on the same site as ${api}`)
    return problemWith('domain', `must be ${common} or above it, so that ${quoted(entry)} and ${api} are both inside`)
  }
  return null
}

function hostOf(entry: string): string {
  return new URL(entry.replace('//*.', '//').replace(/:\*$/, '')).hostname
}

/** True for an entry that is exactly this host, not a wildcard. */
function entryIsHost(entry: string, host: string): boolean {
  return !entry.includes('//*.') && hostOf(entry) === host
}

/** The longest domain that contains both hosts; null if that is a public suffix. */
function commonDomain(one: string, other: string): string | null {
  const labels = one.split('.')
  while (labels.length > 1 && !isSameOrSubdomain(other, labels.join('.'))) labels.shift()
  const common = labels.join('.')
  return labels.length > 1 && !isSharedSuffix(common) ? common : null
}
