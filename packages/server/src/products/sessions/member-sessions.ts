import type {
  B2bSessionsAuthenticateRequest,
  B2bSessionsExchangeRequest,
  MemberSessionResponse,
  MemberSignInResponse,
} from '@latchkey/contract/b2b'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { requireSignedInMember, stateOfCaller } from '../../organizations/members/member-caller.ts'
import { emailOf } from '../../organizations/members/member-state.ts'
import { concludeSignIn, newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { exchange } from '../../organizations/sign-in/exchange.ts'
import { concludedAnswer, memberSessionAnswer } from '../../organizations/sign-in/member-response.ts'
import { addressProofs } from '../../organizations/sign-in/proven-factors.ts'
import { satisfiesPolicy } from '../../organizations/sign-in/second-factor-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { countSignIn } from '../../sessions/count-sign-in.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import { organizationRealm } from '../../storage/realm.ts'
import { refreshSession } from './sessions.service.ts'

/**
 * The background refresh. Status and roles of the member are those that are stored now. A session that the organization
 * would not start now lasts as long as before, but no longer: its policy holds for all members after one session.
 */
export async function authenticateMemberSession(
  context: ProviderContext,
  call: Call<B2bSessionsAuthenticateRequest>,
): Promise<DataOf<MemberSessionResponse>> {
  const now = context.clock.now()
  const refreshed = await refreshSession(context, call, (caller) => {
    // An operator has proven nothing that a policy could decide about.
    return caller.session.actor !== null || satisfiesPolicy(stateOfCaller(call, caller), caller, now)
  })
  const state = stateOfCaller(call, refreshed)
  return memberSessionAnswer(context, call.project, state, refreshed)
}

/** Ends all sessions of a member of the caller's organization. */
export async function revokeSessionsOfMember(context: ProviderContext, call: Call<null>): Promise<object> {
  const { project, params } = call
  const { organization } = await requireSignedInMember(call)
  const memberId = params.member_id ?? ''
  await context.storage.transaction(async (tx) => {
    if ((await tx.members.get(organizationRealm(organization), memberId)) === null)
      throw new ProviderError('member_not_found')
    const now = context.clock.now()
    await tx.oauthGrants.revokeForAccount(project.id, memberId, now)
    const ended = await tx.sessions.revokeForSubject(project.id, memberId, now)
    await announceSessionEnd(tx, context, project, ended)
    const revoked = { event: 'session_revoke', result: 'ok', accountId: memberId } as const
    await audit(tx, context, call, ...ended.map((targetId) => ({ ...revoked, targetId })))
  })
  return {}
}

/**
 * Signs the person in to another organization. Only proofs of the email address count there: the other organization has
 * its own passwords, second factors and connections.
 */
export async function exchangeSession(
  context: ProviderContext,
  call: Call<B2bSessionsExchangeRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { project, body } = call
  const { caller, member } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  const email = emailOf(member)
  // An address that the member has never proven says nothing about another organization.
  if (email?.verified !== true) throw new ProviderError('organization_not_found')
  const carriedOver = addressProofs(caller.session.factors, email.uniqueKey)
  const tokens = newSignInTokens(context.random)
  const about = { accountId: member.id, targetId: caller.session.id }
  const concluded = await exchange(context, call, about, async (tx) => {
    // A member can exchange all day, and each exchange stores a row.
    countSignIn(context, call, { event: 'session_exchange', account: member.account })
    return concludeSignIn(tx, context, call, {
      organization: await findOrganization(tx, project.id, body.organization_id),
      ...{ address: email.uniqueKey, factors: [], carriedOver },
      knownBy: carriedOver.length > 0 ? 'address_proof' : 'earlier_proof',
      ...{ secret: null, notAllowed: 'organization_not_found', continued: null, tokens },
      ...{ event: 'session_exchange', targetId: caller.session.id },
      ...{ durationMinutes: body.session_duration_minutes, caller },
    })
  })
  return concludedAnswer(context, call, concluded)
}
