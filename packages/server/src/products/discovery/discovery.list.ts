import type { B2bDiscoveryOrganizationsListResponse, IntermediateSession } from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { emailOf } from '../../organizations/members/member-state.ts'
import { type DiscoveringPerson, discoverOrganizations } from '../../organizations/sign-in/discover.ts'
import { addressProofs } from '../../organizations/sign-in/proven-factors.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { readIntermediateSession } from '../../sessions/intermediate-sessions.ts'

/** Lists the organizations of the person, by an unfinished sign-in or by a session. Spends nothing. */
export async function listDiscoveredOrganizations(
  context: ProviderContext,
  call: Call<IntermediateSession>,
): Promise<DataOf<B2bDiscoveryOrganizationsListResponse>> {
  const { hint, ...person } = await findPerson(context, call)
  return {
    email_address: person.address,
    discovered_organizations: await discoverOrganizations(context, person),
    organization_id_hint: hint,
  }
}

async function findPerson(
  context: ProviderContext,
  call: Call<IntermediateSession>,
): Promise<DiscoveringPerson & { hint: string | null }> {
  const { project, body } = call
  const token = body.intermediate_session_token
  if (token !== undefined && token !== '') {
    const session = await readIntermediateSession(context.storage, { project, token, now: context.clock.now() })
    const { address, factors, carriedOver, passwordOf, identity } = session
    // The sign-in of a member that has proven no address finds no other organization.
    if (passwordOf.length === 0 && addressProofs([...factors, ...carriedOver], address).length === 0)
      throw new ProviderError('intermediate_session_not_found')
    return { project, address, factors, carriedOver, passwordOf, identity, hint: session.organizationId }
  }
  const { caller, member } = await requireSignedInMember(call)
  const email = emailOf(member)
  if (email?.verified !== true) throw new ProviderError('user_unauthenticated')
  const carriedOver = addressProofs(caller.session.factors, email.uniqueKey)
  const known = { project, address: email.uniqueKey, factors: [], passwordOf: [], identity: null, carriedOver }
  return { ...known, hint: member.organizationId }
}
