// How checks of the TXT record change the state of a domain. Pure: the service stores the result and sends the notices.
import type { OrganizationDomainRecord } from '../../storage/organization-domains.ts'
import type { DomainProof } from './domain-proof.ts'

/** What a check changes. */
export type DomainStatus = Pick<
  OrganizationDomainRecord,
  'state' | 'verifiedAt' | 'claimedAt' | 'checkedAt' | 'failures'
>

export interface DomainCheck {
  status: DomainStatus
  proof: DomainProof
  /** Whether another organization of the project has the domain verified. */
  isHeldByOther: boolean
  /** `request`: the organization asked for the check. `daily`: starts no claim. */
  cause: 'request' | 'daily'
  now: number
}

/** What to do in addition to storing the status. */
export type DomainEffect =
  /** The other organization gets the notice that it loses the domain when `takeoverMs` have passed. */
  | 'notify_holder_of_claim'
  /** The domain of the other organization lapses, in the same transaction, and it gets a notice. */
  | 'take_over'
  /** The organization gets the notice that its domain lapsed. */
  | 'notify_of_lapse'

export const checkEveryMs: number = 24 * 60 * 60_000
export const failuresUntilLapse = 3
export const takeoverMs: number = 72 * 60 * 60_000

export const newDomainStatus: DomainStatus = {
  ...{ state: 'pending', verifiedAt: null, checkedAt: null, failures: 0, claimedAt: null },
}

/** The status of a domain after a check, and what follows from it. */
export function afterCheck(check: DomainCheck): { status: DomainStatus; effects: readonly DomainEffect[] } {
  const checked = { ...check.status, checkedAt: check.now }
  if (check.status.state === 'verified') return afterCheckOfVerified(checked, check.proof)
  // A response without the record ends a claim; no response does not.
  if (check.proof === 'missing') return { status: { ...checked, claimedAt: null }, effects: [] }
  if (check.proof === 'unreachable') return { status: checked, effects: [] }
  const verified: DomainStatus = {
    ...{ state: 'verified', verifiedAt: check.now, checkedAt: check.now, failures: 0, claimedAt: null },
  }
  if (!check.isHeldByOther) return { status: verified, effects: [] }
  const { claimedAt } = check.status
  if (claimedAt === null) {
    // Otherwise two organizations that both have their record would take the domain from each other forever.
    if (check.cause === 'daily') return { status: checked, effects: [] }
    return { status: { ...checked, claimedAt: check.now }, effects: ['notify_holder_of_claim'] }
  }
  if (check.now < claimedAt + takeoverMs) return { status: checked, effects: [] }
  return { status: verified, effects: ['take_over'] }
}

function afterCheckOfVerified(
  checked: DomainStatus,
  proof: DomainProof,
): { status: DomainStatus; effects: readonly DomainEffect[] } {
  if (proof === 'proven') return { status: { ...checked, failures: 0 }, effects: [] }
  const failures = checked.failures + 1
  if (failures < failuresUntilLapse) return { status: { ...checked, failures }, effects: [] }
  return { status: { ...checked, ...lapsed }, effects: ['notify_of_lapse'] }
}

/** The status of a domain that another organization took over. */
export function afterTakeover(status: DomainStatus): DomainStatus {
  return { ...status, ...lapsed }
}

const lapsed = { state: 'lapsed', failures: 0, claimedAt: null } as const

/**
 * When the domain is checked without a request; null if it is not. Domains that were never proven are checked on request
 * only, or while they are claimed. A claim is checked as soon as it can take over the domain.
 */
export function nextCheckAt({ state, claimedAt }: DomainStatus, now: number): number | null {
  if (state === 'pending' && claimedAt === null) return null
  const daily = now + checkEveryMs
  const takeover = claimedAt === null ? now : claimedAt + takeoverMs
  return takeover > now ? Math.min(daily, takeover) : daily
}
