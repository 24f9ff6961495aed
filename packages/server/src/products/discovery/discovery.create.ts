import type { JsonObject } from '@latchkey/contract'
import {
  type B2bDiscoveryOrganizationsCreateRequest,
  builtInRoleIds,
  type MemberSignInResponse,
} from '@latchkey/contract/b2b'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { noSsoOnlyFacts } from '../../organizations/break-glass.ts'
import { changeSettings } from '../../organizations/change-settings.ts'
import { insertOrganization } from '../../organizations/insert-organization.ts'
import { newMember } from '../../organizations/member.ts'
import { insertMember } from '../../organizations/members/insert-member.ts'
import { organizationPolicy } from '../../organizations/policy.ts'
import { domainOf, rolesOfOrganization } from '../../organizations/roles.ts'
import { concludeSignIn, findContinued, newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { exchange } from '../../organizations/sign-in/exchange.ts'
import { concludedAnswer } from '../../organizations/sign-in/member-response.ts'
import { addressProofs } from '../../organizations/sign-in/proven-factors.ts'
import { requireFreeDomains } from '../../organizations/update-organization.ts'
import { domainProofOf } from '../../projects/default-settings.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'

/** Creates an organization whose first member, an admin, is the person who has proven an address. */
export async function createFirstOrganization(
  context: ProviderContext,
  call: Call<B2bDiscoveryOrganizationsCreateRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { project, body } = call
  if (!project.settings.createOrganizationEnabled) throw new ProviderError('unauthorized_action')
  const continued = await findContinued(context, call)
  if (continued === null) throw new ProviderError('intermediate_session_not_found')
  const { id, address, factors, carriedOver, memberId, issuedAt } = continued.session
  // The sign-in of a member belongs to the organization of the member.
  if (memberId !== null) throw new ProviderError('invalid_intermediate_session_token_for_organization')
  if (addressProofs([...factors, ...carriedOver], address).length === 0)
    throw new ProviderError('intermediate_session_not_found')
  const settings = readSettings(context, call)
  const caller = await call.session()
  const tokens = newSignInTokens(context.random)
  const about = { accountId: memberId, targetId: id }
  const concluded = await exchange(context, call, about, async (tx) => {
    const organization = await insertOrganization(tx, context, {
      ...{ project, settings },
      name: body.organization_name ?? domainOf(address),
      slug: body.organization_slug,
      logoUrl: body.organization_logo_url,
    })
    await requireFreeDomains(tx, organization, organizationPolicy(settings))
    await audit(tx, context, call, { event: 'organization_create', result: 'ok', targetId: organization.id })
    const roleIds = [builtInRoleIds.admin]
    const identifier = { kind: 'email', key: address } as const
    const member = newMember(organizationRealm(organization), {
      ...{ project, identifier, isVerified: true, status: 'pending', name: '', roleIds },
      ...{ now: context.clock.now(), random: context.random },
    })
    await insertMember(tx, member)
    await audit(tx, context, call, { event: 'user_create', result: 'ok', accountId: member.id })
    return concludeSignIn(tx, context, call, {
      ...{ organization, address, knownBy: 'address_proof', factors: [], notAllowed: 'organization_not_found' },
      secret: { accountId: null, issuedAt, dead: 'intermediate_session_not_found' },
      ...{ event: 'session_exchange', targetId: id, durationMinutes: body.session_duration_minutes },
      ...{ caller, continued, tokens },
    })
  })
  return concludedAnswer(context, call, concluded)
}

/** The policies of the request, checked like a change of the settings of an organization without any. */
function readSettings(
  { disposableDomains, clock }: ProviderContext,
  { project, body }: Call<B2bDiscoveryOrganizationsCreateRequest>,
): JsonObject {
  return changeSettings({}, body, {
    ...{ disposableDomains, domainProof: domainProofOf(project), verifiedDomains: [] },
    enabledMethods: project.settings.enabledMethods,
    ...{ rbac: rolesOfOrganization(project.settings.rbacPolicy, []), granter: null },
    ...{ connections: [], ssoOnly: noSsoOnlyFacts, now: clock.now() },
  })
}
