import type { B2bDiscoveryIntermediateSessionsExchangeRequest, MemberSignInResponse } from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { concludeSignIn, findContinued, newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { exchange } from '../../organizations/sign-in/exchange.ts'
import { concludedAnswer } from '../../organizations/sign-in/member-response.ts'
import { addressProofs } from '../../organizations/sign-in/proven-factors.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'

/** Enters an organization with an unfinished sign-in: as a member, or by joining. */
export async function exchangeIntermediateSession(
  context: ProviderContext,
  call: Call<B2bDiscoveryIntermediateSessionsExchangeRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { project, body } = call
  const continued = await findContinued(context, call)
  if (continued === null) throw new ProviderError('intermediate_session_not_found')
  const { id, address, factors, carriedOver, memberId, passwordOf, issuedAt } = continued.session
  const provesAddress = addressProofs([...factors, ...carriedOver], address).length > 0
  const caller = await call.session()
  const tokens = newSignInTokens(context.random)
  const about = { accountId: memberId, targetId: id }
  const concluded = await exchange(context, call, about, async (tx) => {
    const organization = await findOrganization(tx, project.id, body.organization_id)
    if (!provesAddress && memberId === null) {
      const member = await tx.members.findByEmail(organizationRealm(organization), address)
      if (member === null || !passwordOf.includes(member.account.id)) throw new ProviderError('organization_not_found')
    }
    return concludeSignIn(tx, context, call, {
      ...{ organization, address },
      // Without a proof of the address it is the sign-in of a member, which no other member can continue.
      knownBy: provesAddress ? 'address_proof' : 'account',
      factors: [],
      secret: { accountId: memberId, issuedAt, dead: 'intermediate_session_not_found' },
      notAllowed: 'organization_not_found',
      ...{ event: 'session_exchange', targetId: id, durationMinutes: body.session_duration_minutes },
      ...{ caller, continued, tokens },
    })
  })
  return concludedAnswer(context, call, concluded)
}
