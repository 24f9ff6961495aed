import { quoted } from '../core/quoted.ts'
import type { HttpOnlyCookies, ProjectSettings } from '../storage/records.ts'
import { isSameOrSubdomain, isSharedSuffix, sharedSuffixProblem } from '../urls/origin-list.ts'
import type { SettingProblem } from './service-settings-problem.ts'

/** What may be a name of ours behind `__Secure-`, with room for `_jwt`. */
const cookieName = /^[A-Za-z0-9_-]{1,48}$/

/**
 * Cookies that the API sets reach pages of its own site only: a page of another one would sign people in and forget
 * them at once. So the domain that both sides share is named, and everything authorised has to be inside it.
 */
export function httpOnlyProblem(settings: ProjectSettings): SettingProblem {
  const { cnameDomain: api, httpOnlyCookies: cookies, authorizedOrigins } = settings
  if (!cookies?.enabled) return null
  const of = (field: keyof HttpOnlyCookies, problem: string): SettingProblem => {
    return { key: `httpOnlyCookies.${field}`, problem }
  }
  const { domain, name } = cookies
  if (!cookieName.test(name)) return of('name', 'has to be letters, digits, _ and -, 48 at most')
  if (api === null) return of('enabled', 'needs cname_domain: the API host, on the site of the pages')
  if (domain !== null) {
    if (isSharedSuffix(domain)) return of('domain', sharedSuffixProblem)
    if (!domain.includes('.') || !isSameOrSubdomain(api, domain))
      return of('domain', `has to be what ${api} and the pages have in common`)
  }
  for (const entry of authorizedOrigins) {
    const host = hostOf(entry)
    // The other name of this machine, which the seeded project has too: its pages use the other cookies.
    if (api === 'localhost' && host === '127.0.0.1') continue
    if (domain === null ? entryIsHost(entry, api) : isSameOrSubdomain(host, domain)) continue
    const common = commonDomain(host, api)
    if (common === null) return of('enabled', `${quoted(entry)} is not on the same site as ${api}`)
    return of('domain', `has to be ${common} or above it, so that ${quoted(entry)} and ${api} are both inside`)
  }
  return null
}

function hostOf(entry: string): string {
  return new URL(entry.replace('//*.', '//').replace(/:\*$/, '')).hostname
}

/** One host, and not one label of many. */
function entryIsHost(entry: string, host: string): boolean {
  return !entry.includes('//*.') && hostOf(entry) === host
}

/** The longest domain that both are in; null where that would be everybody's. */
function commonDomain(one: string, other: string): string | null {
  const labels = one.split('.')
  while (labels.length > 1 && !isSameOrSubdomain(other, labels.join('.'))) labels.shift()
  const common = labels.join('.')
  return labels.length > 1 && !isSharedSuffix(common) ? common : null
}
