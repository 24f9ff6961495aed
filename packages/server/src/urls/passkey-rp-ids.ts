import type { Environment } from '../core/ids.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { isAuthorizedHost, isSharedSuffix, sharedSuffixProblem } from './origin-list.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainPattern = new RegExp(`^(?:${label}\\.)+${label}$`)

/**
 * What is wrong with an RP ID; null if it is valid. WebAuthn 3 §5.1.3 requires a valid domain, and browsers reject
 * public suffixes.
 */
export function rpIdProblem(rpId: string, environment: Environment): string | null {
  if (rpId === 'localhost') return environment === 'test' ? null : 'localhost is for test projects'
  if (rpId.length > 253 || !domainPattern.test(rpId)) return 'not a domain'
  // A host that a URL parser reads as a number is an IP address.
  if (!URL.canParse(`https://${rpId}`) || new URL(`https://${rpId}`).hostname !== rpId) return 'not a domain'
  if (/^\d+\.\d+\.\d+\.\d+$/.test(rpId)) return 'an IP address, not a domain'
  return isSharedSuffix(rpId) ? sharedSuffixProblem : null
}

/**
 * Whether pages of this origin may use passkeys of this domain. The domain must be the host of an authorized origin, or
 * declared by the project. The page must be on it, unless the project has declared it for all of its origins.
 */
export function isPasskeyDomain(
  { settings, environment }: ProjectRecord,
  rpId: string,
  origin: string | null,
): boolean {
  if (rpIdProblem(rpId, environment) !== null) return false
  const isDeclared = settings.passkeyRpIds?.includes(rpId) === true
  if (!isDeclared && !isAuthorizedHost(rpId, settings.authorizedOrigins)) return false
  if (origin === null || isDeclared) return true
  const { hostname } = new URL(origin)
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}
