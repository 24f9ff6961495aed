// "Single sign-on only" must not lock the admins out when the identity provider fails: what it requires, and keeps
// requiring.
import type { MfaMethod } from '@latchkey/contract/b2b'
import { ProviderError } from '../core/provider-error.ts'
import { registrationKinds } from '../methods/methods.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { MemberRecord, OrganizationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { isSsoOnly, type OrganizationPolicy, organizationPolicy } from './policy.ts'

const dayMs = 24 * 60 * 60_000
const signInMs = 30 * dayMs

/** What the conditions depend on. */
export interface SsoOnlyFacts {
  /** The active break-glass members. */
  readonly breakGlass: readonly {
    /** The second factors that the member has proven. */
    readonly secondFactors: readonly MfaMethod[]
    /** The last sign-in; null if none is known. */
    readonly signedInAt: number | null
  }[]
  /** The active connections, with the time of the test that succeeded with their settings. */
  readonly connections: readonly { readonly testedAt: number | null }[]
}

export type SsoOnlyProblem =
  | 'connection'
  | 'connection_test'
  | 'break_glass_member'
  | 'break_glass_second_factor'
  | 'break_glass_sign_in'

/** For an organization without members and connections. */
export const noSsoOnlyFacts: SsoOnlyFacts = { breakGlass: [], connections: [] }

export const ssoOnlyProblems: Readonly<Record<SsoOnlyProblem, string>> = {
  connection: 'must not be sso only, without an active connection',
  connection_test: 'must not be sso only, without a connection that passed a test in the last 24 hours',
  break_glass_member: 'must not be sso only, without a break-glass member',
  break_glass_second_factor: 'must not be sso only, without a break-glass member who has proven a second factor',
  break_glass_sign_in: 'must not be sso only, without a break-glass member who signed in during the last 30 days',
}

type SecondFactors = Pick<OrganizationPolicy, 'allowedMfaMethods'>

/** Why "single sign-on only" cannot be turned on; null if it can. */
export function problemOfEnabling(facts: SsoOnlyFacts, policy: SecondFactors, now: number): SsoOnlyProblem | null {
  const problem = problemOfKeeping(facts, policy)
  if (problem !== null) return problem
  if (!facts.connections.some(({ testedAt }) => testedAt !== null && now - testedAt <= dayMs)) return 'connection_test'
  const isReady = ready(facts, policy).some(({ signedInAt }) => signedInAt !== null && now - signedInAt <= signInMs)
  return isReady ? null : 'break_glass_sign_in'
}

/** Why it cannot stay on after a change; null if it can. Time that passes breaks no condition. */
export function problemOfKeeping(facts: SsoOnlyFacts, policy: SecondFactors): SsoOnlyProblem | null {
  if (facts.connections.length === 0) return 'connection'
  if (facts.connections.every(({ testedAt }) => testedAt === null)) return 'connection_test'
  if (facts.breakGlass.length === 0) return 'break_glass_member'
  return ready(facts, policy).length === 0 ? 'break_glass_second_factor' : null
}

/** The break-glass members who can sign in: the policy requires a second factor of them. */
function ready({ breakGlass }: SsoOnlyFacts, { allowedMfaMethods }: SecondFactors): SsoOnlyFacts['breakGlass'] {
  return breakGlass.filter(({ secondFactors }) => secondFactors.some((method) => allowedMfaMethods.includes(method)))
}

const mostMembers = 100

export async function readSsoOnlyFacts(
  tx: Pick<StorageVerbs, 'members' | 'sessions' | 'ssoConnections'>,
  organization: Pick<OrganizationRecord, 'projectId' | 'id'>,
  now: number,
): Promise<SsoOnlyFacts> {
  const realm = organizationRealm(organization)
  const connections = (await tx.ssoConnections.list(realm)).filter(({ status }) => status === 'active')
  const recorded = new Map(
    (await tx.members.listBreakGlassSignIns(realm)).map(({ memberId, signedInAt }) => [memberId, signedInAt]),
  )
  const { items } = await tx.members.search(
    realm,
    { operator: 'AND', isBreakglass: [true], statuses: ['active'], includesDeleted: false },
    { limit: mostMembers },
  )
  const breakGlass = []
  for (const member of items) {
    // A session may be older than the right to break the glass.
    const sessions = await tx.sessions.list(realm.projectId, member.id, { now, limit: mostMembers })
    const started = sessions.items.filter(({ actor }) => actor === null).map(({ startedAt }) => startedAt)
    const signedInAt = Math.max(recorded.get(member.id) ?? 0, ...started)
    breakGlass.push({ secondFactors: provenSecondFactors(member), signedInAt: signedInAt === 0 ? null : signedInAt })
  }
  return { breakGlass, connections: connections.map(({ testedAt }) => ({ testedAt })) }
}

function provenSecondFactors({ account }: MemberRecord): MfaMethod[] {
  return account.registrations.flatMap(({ kind, verified }) => {
    const method = verified ? registrationKinds[kind].mfaMethod : undefined
    return method === undefined ? [] : [method]
  })
}

/**
 * At the end of a change of members or connections, in its transaction. The caller has locked the row of the
 * organization, so that no simultaneous change is missed.
 */
export async function requireSsoOnlyConditions(
  tx: Pick<StorageVerbs, 'members' | 'sessions' | 'ssoConnections'>,
  organization: OrganizationRecord,
  now: number,
): Promise<void> {
  const policy = organizationPolicy(organization.settings)
  if (!isSsoOnly(policy)) return
  const reason = problemOfKeeping(await readSsoOnlyFacts(tx, organization, now), policy)
  if (reason !== null) throw new ProviderError('sso_only_conditions_not_met', { details: { reason } })
}

/** The same at the end of a change of a break-glass member. Other members are not part of the conditions. */
export async function requireBreakGlass(
  tx: StorageVerbs,
  organization: Pick<OrganizationRecord, 'projectId' | 'id'>,
  { isBreakglass }: Pick<MemberRecord, 'isBreakglass'>,
  now: number,
): Promise<void> {
  if (!isBreakglass) return
  const locked = await tx.organizations.lockRow(organization.projectId, organization.id)
  if (locked !== null) await requireSsoOnlyConditions(tx, locked, now)
}
