import type { AuthenticationFactor, KnownErrorType } from '@latchkey/contract'
import { type Proof, proveIdentifier } from '../../accounts/prove-identifier.ts'
import { reportProof } from '../../accounts/report-proof.ts'
import { type AuditEntry, type AuditEvent, audit } from '../../audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import type { Random } from '../../core/clock-and-random.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { notifyAdmins } from '../../notices/notify-admins.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { Admission } from '../../sessions/admission-type.ts'
import {
  type IntermediateSession,
  readIntermediateSession,
  spendIntermediateSession,
  startIntermediateSession,
} from '../../sessions/intermediate-sessions.ts'
import { type IssuedSession, issueSession, type SpentSecret } from '../../sessions/issue-session.ts'
import type { ProvenIdentity } from '../../sessions/proven-identity.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord, OneTimeRecord, OrganizationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { decideAdmission } from '../admission.ts'
import { decideJoin, type JoinDecision } from '../join.ts'
import { newMember } from '../member.ts'
import { insertMember } from '../members/insert-member.ts'
import { openInvitationStates } from '../members/invitation-state.ts'
import { emailOf, type MemberState, memberFacts, memberState } from '../members/member-state.ts'
import { organizationPolicy } from '../policy.ts'
import { findJoinFacts } from './join-facts.ts'
import { type ConnectionMatch, storeConnectionRoles } from './match-connection.ts'
import { joinProof, storeIdentity, withRegistrations } from './member-identity.ts'
import { provenFactors } from './proven-factors.ts'

/** The tokens of a response. Created before the transaction, so that a retried one returns the same tokens. */
export interface SignInTokens {
  session: string
  intermediate: string
}

export function newSignInTokens(random: Random): SignInTokens {
  return { session: newSessionToken(random), intermediate: newLinkToken(random) }
}

/** An unfinished sign-in that a request continues, and its token. */
export interface ContinuedSignIn {
  token: string
  session: IntermediateSession
}

/** The unfinished sign-in that a request names; null without one. */
export async function findContinued(
  { storage, clock }: Pick<ProviderContext, 'storage' | 'clock'>,
  { project, body }: Pick<Call<{ intermediate_session_token?: string }>, 'project' | 'body'>,
): Promise<ContinuedSignIn | null> {
  const token = body.intermediate_session_token ?? ''
  if (token === '') return null
  return { token, session: await readIntermediateSession(storage, { project, token, now: clock.now() }) }
}

export interface MemberSignIn {
  organization: OrganizationRecord
  /** The canonical email address of the person. */
  address: string
  /**
   * How the person is known: by a proof of the address that counts here, by a proof that the account gave before, by a
   * secret of the account, which says nothing about the address, or by a connection, which states any address.
   */
  knownBy: 'address_proof' | 'earlier_proof' | 'account' | 'connection'
  /** What the statement of the connection has led to. */
  match?: Pick<ConnectionMatch, 'member' | 'join'>
  /** The member as this transaction has read it with the row lock, if the account is known and has not changed since. */
  locked?: MemberRecord | undefined
  /** What was proven now. */
  factors: readonly AuthenticationFactor[]
  /** The identity that was proven now. */
  identity?: ProvenIdentity
  /** Proofs from a session of another organization. */
  carriedOver?: readonly AuthenticationFactor[]
  /** The spent secret; null for one that was not issued before. */
  secret: SpentSecret | null
  /** The error for an address that may not enter. */
  notAllowed: Extract<KnownErrorType, 'operation_restricted_by_organization_auth_methods' | 'organization_not_found'>
  event: AuditEvent
  /** What was spent: the row of a secret, or the registration that was proven. */
  targetId: string | null
  /** The language of the message, for the notices that follow. */
  payload?: OneTimeRecord['payload']
  durationMinutes: number | null
  caller: Caller | null
  continued: ContinuedSignIn | null
  /** The proof adds a factor to the session of the request, and never starts a new one. */
  continuesOnly?: boolean
  tokens: SignInTokens
}

export type ConcludedSignIn =
  | { readonly kind: 'session'; readonly state: MemberState; readonly issued: IssuedSession }
  | {
      readonly kind: 'pending'
      readonly organization: OrganizationRecord
      /** Null for a person who is no member yet. */
      readonly state: MemberState | null
      readonly admission: Exclude<Admission, { kind: 'admitted' }>
      readonly intermediateToken: string
    }

/**
 * Continues the transaction of a proof: decides by the stored policy whether the person gets a session, and otherwise
 * keeps the proof for the missing steps.
 */
export async function concludeSignIn(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  signIn: MemberSignIn,
): Promise<ConcludedSignIn> {
  const { project, requestId } = call
  const { organization, continued, tokens } = signIn
  const now = context.clock.now()
  if (continued !== null) requireSameOrganization(continued.session, organization)
  const identity = signIn.identity ?? continued?.session.identity ?? null
  const { member: found, join, proof } = await findMember(tx, context, call, { ...signIn, identity })
  if (continued !== null) {
    requireSamePerson(continued.session, { address: signIn.address, member: found })
    await spendIntermediateSession(tx, { project, token: continued.token, now, usedBy: requestId })
  }
  const factors = [...(await continuedFactors(tx, continued, found)), ...signIn.factors]
  const carriedOver = [...(continued?.session.carriedOver ?? []), ...(signIn.carriedOver ?? [])]
  const { admission } = decideAdmission({
    policy: organizationPolicy(organization.settings),
    member: found && memberFacts(found),
    factors: [
      ...provenFactors(factors, { isCarriedOver: false }),
      ...provenFactors(carriedOver, { isCarriedOver: true }),
    ],
    now,
  })
  // Only a stored member can enroll a second factor. A person who only proved a method that the organization does
  // not allow is not stored.
  const isStored = found !== null || admission.kind !== 'primary_required'
  const status = admission.kind === 'admitted' ? 'active' : 'pending'
  const member = isStored ? await storeMember(tx, context, call, { signIn, found, join, status }) : null
  if (proof) await reportProof(tx, context, call, proof)
  const done = { result: 'ok', accountId: member?.id ?? null } as const
  const proofEntry: AuditEntry = { ...done, event: signIn.event, targetId: signIn.targetId }
  if (admission.kind !== 'admitted' || member === null) {
    if (admission.kind === 'admitted') throw new TypeError('An admitted person has an account.')
    const memberId = member?.id ?? null
    await startIntermediateSession(tx, {
      ...{ project, memberId, organizationId: organization.id, address: signIn.address },
      ...{ factors: ofMember(member, factors), carriedOver: ofMember(member, carriedOver), identity },
      ...{ token: tokens.intermediate, now, random: context.random },
    })
    await audit(tx, context, call, proofEntry)
    const state = member && memberState(project, organization, member)
    return { kind: 'pending', organization, state, admission, intermediateToken: tokens.intermediate }
  }
  const admitted = await storeProof(tx, context, call, { member, identity, isNew: found === null })
  const proven = ofMember(admitted, factors)
  const issued = await issueSession(tx, {
    ...{ admission, project, account: admitted.account, secret: signIn.secret },
    factor: proven.at(-1) ?? null,
    provenBefore: [...ofMember(admitted, carriedOver), ...proven.slice(0, -1)],
    ...{ durationMinutes: signIn.durationMinutes, caller: signIn.caller, client: call.client },
    ...{ token: tokens.session, now, random: context.random, dayLimits: context.dayLimits },
    ...{ continuesOnly: signIn.continuesOnly, changesFactors: signIn.continuesOnly },
  })
  const entries: AuditEntry[] = [{ ...proofEntry, continuesSession: issued.kind === 'rotated' }]
  if (issued.kind === 'new') entries.push({ ...done, event: 'session_create', targetId: issued.session.id })
  if (issued.kind === 'new' && member.isBreakglass) {
    await tx.members.recordBreakGlassSignIn(organizationRealm(organization), member.id, now)
    entries.push({ ...done, event: 'break_glass_sign_in', targetId: issued.session.id })
    const about = emailOf(member)?.uniqueKey ?? member.id
    await notifyAdmins(tx, context, call, { ...organizationRealm(organization), kind: 'break_glass_used', about })
  }
  await audit(tx, context, call, ...entries)
  return { kind: 'session', state: memberState(project, organization, admitted), issued }
}

async function storeProof(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  { member, identity, isNew }: { member: MemberRecord; identity: ProvenIdentity | null; isNew: boolean },
): Promise<MemberRecord> {
  if (identity === null) return member
  const stored = await storeIdentity(tx, context, call, { member, identity, isNew })
  return identity.kind === 'sso' ? storeConnectionRoles(tx, stored, identity) : stored
}

interface FoundMember {
  member: MemberRecord | null
  /** Null if the account was proven, and not an address. */
  join: JoinDecision | null
  proof: Proof | null
}

/** Finds the member of a proven address, and rejects an address that may not enter. */
async function findMember(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  signIn: Omit<MemberSignIn, 'identity'> & { identity: ProvenIdentity | null },
): Promise<FoundMember> {
  const { project } = call
  const { organization, address } = signIn
  const realm = organizationRealm(organization)
  if (signIn.match !== undefined) return { ...signIn.match, proof: null }
  if (signIn.knownBy === 'account')
    return { member: signIn.locked ?? (await tx.members.findByEmail(realm, address)), join: null, proof: null }
  const member = await tx.members.findByEmail(realm, address)
  const joining = member && { status: member.status, address, isFromDirectory: false }
  const facts = await findJoinFacts(tx, context, { project, organization, member: joining })
  const join = decideJoin(facts, joinProof(address, signIn.identity))
  if (!join.allowed) throw new ProviderError(signIn.notAllowed)
  if (member === null || signIn.knownBy === 'earlier_proof') return { member, join, proof: null }
  const proof = await proveIdentifier(tx, {
    ...{ project, caller: signIn.caller, now: context.clock.now(), context },
    row: {
      ...{ organizationId: organization.id, identifier: `email:${address}`, sessionId: null },
      ...{ accountId: signIn.secret?.accountId ?? null, payload: signIn.payload ?? {} },
    },
    dead: signIn.secret?.dead ?? 'unauthorized_credentials',
  })
  const current = await tx.members.get(realm, member.id)
  // Removed since it was read: the proof has waited for the removal.
  if (current?.status === 'deleted') throw new ProviderError(signIn.notAllowed)
  return { member: current, join, proof }
}

/** The member after the sign-in: a new one, or the one that was found, which is active from now on. */
async function storeMember(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  input: {
    signIn: MemberSignIn
    found: MemberRecord | null
    join: JoinDecision | null
    status: 'active' | 'pending'
  },
): Promise<MemberRecord> {
  const { signIn, found, join, status } = input
  const { organization, address } = signIn
  const now = context.clock.now()
  if (found === null) {
    if (!join?.allowed) throw new ProviderError(signIn.notAllowed)
    const { project } = call
    const identifier = { kind: 'email', key: address } as const
    const member = newMember(organizationRealm(organization), {
      ...{ project, identifier, isVerified: signIn.knownBy !== 'connection', status, now, random: context.random },
      name: signIn.identity?.kind === 'sso' ? signIn.identity.name : '',
    })
    await insertMember(tx, member)
    await audit(tx, context, call, { event: 'user_create', result: 'ok', accountId: member.id })
    return member
  }
  if (status === 'pending' || found.status === 'active') return found
  const realm = organizationRealm(organization)
  await tx.members.update(realm, found.id, { status: 'active' }, now)
  await tx.invitations.change(realm, found.id, { from: openInvitationStates, to: 'accepted' })
  return (await tx.members.get(realm, found.id)) ?? found
}

/** The unfinished sign-in of a member continues in the organization of the member. */
export function requireSameOrganization(session: IntermediateSession, { id }: OrganizationRecord): void {
  if (session.memberId !== null && session.organizationId !== id)
    throw new ProviderError('invalid_intermediate_session_token_for_organization')
}

function requireSamePerson(
  session: IntermediateSession,
  { address, member }: { address: string; member: MemberRecord | null },
): void {
  // Without a member and an address nothing is known about the person yet.
  if (session.memberId === null && session.address === '') return
  const isSame = session.memberId === null ? session.address === address : session.memberId === member?.id
  if (!isSame) throw new ProviderError('intermediate_session_not_found')
}

/** The factors of an unfinished sign-in that still count: a password that was changed since does not. */
export async function continuedFactors(
  tx: Pick<StorageVerbs, 'passwords'>,
  continued: ContinuedSignIn | null,
  member: MemberRecord | null,
): Promise<AuthenticationFactor[]> {
  if (continued === null) return []
  const factors = factorsFor(continued.session, member)
  if (!factors.some(({ type }) => type === 'password')) return factors
  const registration = member?.account.registrations.find(({ kind }) => kind === 'password')
  const stored = registration ? await tx.passwords.find(registration.projectId, registration.id) : null
  const isCurrent = stored !== null && stored.setAt <= continued.session.issuedAt
  return isCurrent ? factors : factors.filter(({ type }) => type !== 'password')
}

/** What an unfinished sign-in has proven about a member. */
function factorsFor(session: IntermediateSession, member: MemberRecord | null): AuthenticationFactor[] {
  const { memberId, factors } = session
  const isCounted = memberId !== null || isPasswordOf(session, member)
  return isCounted ? factors : factors.filter(({ type }) => type !== 'password')
}

/** A password counts for its own account only. */
export function isPasswordOf(
  { passwordOf }: Pick<IntermediateSession, 'passwordOf'>,
  member: MemberRecord | null,
): boolean {
  return member !== null && passwordOf.includes(member.account.id)
}

/** Names the registrations of the member, which a proof had not before the person was known in this organization. */
function ofMember(member: MemberRecord | null, factors: readonly AuthenticationFactor[]): AuthenticationFactor[] {
  const email = member === null ? undefined : emailOf(member)
  return factors.map((proven) => {
    const factor = withRegistrations(member, proven)
    return factor.email_factor === undefined
      ? factor
      : { ...factor, email_factor: { ...factor.email_factor, email_id: email?.id ?? '' } }
  })
}
