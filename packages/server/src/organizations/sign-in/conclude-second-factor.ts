import type { AuthenticationFactor } from '@latchkey/contract'
import type { MfaEnrollment, MfaMethod } from '@latchkey/contract/b2b'
import { endFactor } from '../../accounts/end-factor.ts'
import { type AuditEvent, audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { notify } from '../../notices/notify.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord, OrganizationRecord, RegistrationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { canEnroll, canUnenroll } from '../admission.ts'
import { findOrganization } from '../find-organization.ts'
import { lockPresentMember } from '../members/change-member.ts'
import { emailOf, memberFacts } from '../members/member-state.ts'
import { notifyOfChange } from '../members/notify-of-change.ts'
import { organizationPolicy } from '../policy.ts'
import { type ConcludedSignIn, concludeSignIn, type MemberSignIn, type SignInTokens } from './conclude-sign-in.ts'
import type { SecondFactorCaller } from './second-factor-caller.ts'

export type SecondFactorSignIn = Extract<ConcludedSignIn, { kind: 'session' }>

/** What the member chooses with the proof. */
export interface EnrollmentChoice {
  enrollment?: MfaEnrollment | undefined
  defaultMethod?: MfaMethod | undefined
}

/** Rejects the choice before a code is compared: members cannot leave a policy that requires a second factor. */
export function requireEnrollmentChoice(
  { state: { policy, member } }: Pick<SecondFactorCaller, 'state'>,
  { enrollment }: EnrollmentChoice,
): void {
  if (enrollment === 'unenroll' && !canUnenroll(policy, memberFacts(member)))
    throw new ProviderError('unauthorized_action', { details: { reason: 'mfa_required' } })
}

/** The organization and the member as they are now, with the row lock of the account. */
export async function lockSecondFactorMember(
  tx: StorageVerbs,
  { state }: Pick<SecondFactorCaller, 'state'>,
): Promise<{ organization: OrganizationRecord; before: MemberRecord }> {
  const { projectId, id } = state.organization
  const organization = await findOrganization(tx, projectId, id)
  return { organization, before: await lockPresentMember(tx, organization, state.member.id) }
}

export interface SecondFactorProof
  extends EnrollmentChoice,
    Pick<MemberSignIn, 'secret' | 'targetId' | 'payload' | 'durationMinutes'> {
  from: SecondFactorCaller
  /** From `lockSecondFactorMember`, before the registration was verified. */
  locked: { organization: OrganizationRecord; before: MemberRecord }
  factor: AuthenticationFactor
  event: AuditEvent
  /** The registration that this proof has verified; null for one that was verified before. */
  added: Pick<RegistrationRecord, 'id' | 'kind'> | null
  tokens: SignInTokens
}

/** Continues the transaction of a correct code: the proof ends the sign-in, or is added to the session. */
export async function concludeSecondFactor(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  proof: SecondFactorProof,
): Promise<SecondFactorSignIn> {
  const { from, locked, added, enrollment, defaultMethod } = proof
  const { organization, before } = locked
  const { project } = call
  const now = context.clock.now()
  if (added !== null) requireEnrollment(from, locked)
  const replaced = added === null ? [] : replacedBy(before, added)
  for (const { kind, id } of replaced) await tx.accounts.removeRegistration(project.id, before.id, kind, id)
  const isChange = enrollment !== undefined || defaultMethod !== undefined
  if (isChange) {
    const change = {
      ...(enrollment === undefined ? {} : { mfaEnrolled: enrollment === 'enroll' }),
      ...(defaultMethod === undefined ? {} : { defaultMfaMethod: defaultMethod }),
    }
    await tx.members.update(organizationRealm(organization), before.id, change, now)
  }
  const concluded = await concludeSignIn(tx, context, call, {
    ...{ organization, address: emailOf(before)?.uniqueKey ?? '', knownBy: 'account' },
    locked: isChange || added !== null ? undefined : before,
    factors: [...(from.caller?.session.factors ?? []), proof.factor],
    notAllowed: 'operation_restricted_by_organization_auth_methods',
    ...{ event: proof.event, targetId: proof.targetId, secret: proof.secret, payload: proof.payload ?? {} },
    ...{ durationMinutes: proof.durationMinutes, tokens: proof.tokens },
    ...{ caller: from.caller, continued: from.continued, continuesOnly: from.caller !== null },
  })
  // The organization requires more by now than the sign-in has proven.
  if (concluded.kind === 'pending') throw new ProviderError('operation_restricted_by_organization_auth_methods')
  const { account } = concluded.state.member
  for (const removed of replaced)
    await endFactor(tx, context, call, { account, removed, remover: concluded.issued.session })
  if (enrollment === 'unenroll' && before.mfaEnrolled)
    await notifyOfChange(tx, context, call, { member: before, organization, kind: 'mfa_turned_off' })
  if (added === null) return concluded
  await audit(tx, context, call, { event: 'factor_add', result: 'ok', accountId: account.id, targetId: added.id })
  await notify(tx, context, call, account, 'factor_added', { factor: added.kind })
  return concluded
}

/** An unfinished sign-in adds no second factor if another request has registered one since the call was checked. */
function requireEnrollment(
  { caller, mayEnroll }: SecondFactorCaller,
  { organization, before }: SecondFactorProof['locked'],
): void {
  const isFirst = canEnroll(organizationPolicy(organization.settings), memberFacts(before))
  if (!isFirst && (caller === null || !mayEnroll)) throw new ProviderError('step_up_required')
}

/** A member has one factor of each kind: a new one replaces it. */
function replacedBy(
  { account }: MemberRecord,
  added: Pick<RegistrationRecord, 'id' | 'kind'>,
): readonly RegistrationRecord[] {
  return account.registrations.filter(({ id, kind, verified }) => kind === added.kind && id !== added.id && verified)
}
