import type { Ok } from '@latchkey/contract'
import type { B2bMagicLinksDeclineRequest } from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { endInvitation } from '../../organizations/members/change-member.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { redeemLink } from './magic-links.authenticate.ts'
import { redeemable } from './redeemable.ts'

const dead = 'unable_to_auth_magic_link'

/** Spends the link of an invitation instead of accepting it. A link that cannot be accepted cannot be declined. */
export async function declineInvitation(
  context: ProviderContext,
  call: Call<B2bMagicLinksDeclineRequest>,
): Promise<DataOf<Ok>> {
  const { project, body } = call
  const isEnabled = redeemable(project.settings).length > 0
  const link = { token: body.token, verifier: undefined, purposes: isEnabled ? (['magic_link_invite'] as const) : [] }
  const { row } = await redeemLink(context, call, link, async (tx, { organizationId, accountId }) => {
    if (organizationId === null || accountId === null) throw new ProviderError(dead)
    const organization = await findOrganization(tx, project.id, organizationId)
    await endInvitation(tx, context, { source: call, organization, memberId: accountId, dead })
  })
  context.metrics.oneTime(row.purpose, 'redeemed')
  return {}
}
