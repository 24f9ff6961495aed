import type { Environment } from '../core/ids.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { isAuthorizedHost, isSharedSuffix, sharedSuffixProblem } from './origin-list.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainPattern = new RegExp(`^(?:${label}\\.)+${label}$`)

/**
 * What may be an RP ID at all (WebAuthn 3 §5.1.3 asks for a valid domain, and browsers refuse public suffixes);
 * the answer says what is wrong, or null.
 */
export function rpIdProblem(rpId: string, environment: Environment): string | null {
  if (rpId === 'localhost') return environment === 'test' ? null : 'localhost is for test projects'
  if (rpId.length > 253 || !domainPattern.test(rpId)) return 'not a domain'
  // What a URL reads as a number is an address, whatever it looks like.
  if (!URL.canParse(`https://${rpId}`) || new URL(`https://${rpId}`).hostname !== rpId) return 'not a domain'
  if (/^\d+\.\d+\.\d+\.\d+$/.test(rpId)) return 'an address is no domain'
  return isSharedSuffix(rpId) ? sharedSuffixProblem : null
}

/**
 * May pages of this origin use passkeys of this domain? It is the host of an authorised origin, or declared by the
 * project; and the page lies within it, unless the project has declared it for all its origins.
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
