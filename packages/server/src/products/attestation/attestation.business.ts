import type { B2bSessionsAttestRequest, MemberSessionResponse } from '@latchkey/contract/b2b'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { notify } from '../../notices/notify.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { requireMember } from '../../organizations/members/change-member.ts'
import { emailOf, memberState } from '../../organizations/members/member-state.ts'
import { newFactor } from '../../organizations/prove-factor.ts'
import { newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { admittedAnswer } from '../../organizations/sign-in/member-response.ts'
import { type AdmittedSignIn, signInByToken } from '../../organizations/sign-in/sign-in-by-token.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { countChange } from '../../sessions/count-change.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { type AcceptedToken, acceptToken, attestEvent } from './accept-token.ts'
import { type AttestedRegistration, findRegistered, linkAttested, newAttestedRegistration } from './attested-user.ts'

/** Signs a member in with a token of an issuer that the project trusts, if the organization allows it. */
export async function attestMemberSession(
  context: ProviderContext,
  call: Call<B2bSessionsAttestRequest>,
): Promise<DataOf<MemberSessionResponse>> {
  const { clock, random } = context
  const { project, body } = call
  const caller = await call.session()
  const tokens = newSignInTokens(random)
  const signedIn = await acceptToken(context, call, async (tx, accepted) => {
    const { attested } = accepted
    const organization = await findOrganization(tx, project.id, body.organization_id)
    const now = clock.now()
    const found = await findAttestedMember(tx, organization, accepted)
    const registration = newAttestedRegistration(organizationRealm(organization), {
      ...{ ...accepted, project, now, random },
    })
    const concluded = await signInByToken(tx, context, call, {
      ...{ organization, address: found.address, memberId: found.memberId },
      knownBy: found.registrationId === null ? 'address_proof' : 'account',
      factors: [newFactor('trusted_auth_token', 'trusted_token_exchange', now)],
      secret: { accountId: null, issuedAt: attested.issuedAt, dead: 'unauthorized_credentials' },
      ...{ event: attestEvent, targetId: found.registrationId ?? registration.id },
      ...{ durationMinutes: body.session_duration_minutes ?? null, caller, tokens },
    })
    if (found.registrationId !== null) return concluded
    return register(tx, context, call, { concluded, registration, isNew: found.memberId === null })
  })
  return admittedAnswer(context, project, signedIn)
}

interface AttestedMember {
  /** Null for a person who is no member yet. */
  memberId: string | null
  address: string
  /** Null before the first sign-in with this subject of the issuer. */
  registrationId: string | null
}

/** By issuer and subject, then by the verified email address. Members have an address, so one is needed to join. */
async function findAttestedMember(
  tx: StorageVerbs,
  organization: OrganizationRecord,
  accepted: AcceptedToken,
): Promise<AttestedMember> {
  const { profile, attested } = accepted
  const realm = organizationRealm(organization)
  const known = await findRegistered(tx, realm, accepted)
  if (known !== null) {
    const { account, registrationId } = known
    return { memberId: account.id, address: emailOf({ account })?.uniqueKey ?? '', registrationId }
  }
  const { email: address } = attested
  if (address === null) throw new ProviderError('member_not_found')
  const member = await tx.members.findByEmail(realm, address)
  if (member === null && !profile.createsUsers) throw new ProviderError('member_not_found')
  // The issuer vouched for the owner at that time; the address may have passed to another person since.
  if (member !== null && attested.issuedAt < member.account.createdAt)
    throw new ProviderError('unauthorized_credentials')
  return { memberId: member?.account.id ?? null, address, registrationId: null }
}

/** From now on the member is found by issuer and subject, even if the address changes. */
async function register(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  input: { concluded: AdmittedSignIn; registration: AttestedRegistration; isNew: boolean },
): Promise<AdmittedSignIn> {
  const { concluded, registration, isNew } = input
  const { organization, member } = concluded.state
  const account = await linkAttested(tx, member.account, registration, context.clock.now())
  const done = { result: 'ok', accountId: account.id, targetId: registration.id } as const
  await audit(tx, context, call, { ...done, event: 'factor_add' })
  if (!isNew) {
    countChange(context, call, account)
    await notify(tx, context, call, account, 'factor_added', { factor: registration.kind })
  }
  const linked = await requireMember(tx, organization, account.id)
  return { ...concluded, state: memberState(call.project, organization, linked) }
}
