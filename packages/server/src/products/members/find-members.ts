import type { B2bOrganizationMembersSearchRequest, B2bOrganizationMembersSearchResponse } from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { refuseInvalidCursor } from '../../http/refuse-invalid-cursor.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { memberQuery } from '../../organizations/members/member-query.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { memberView } from '../../organizations/members/member-view.ts'
import { organizationView } from '../../organizations/organization-view.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'

const defaultLimit = 100

/** The members of the caller's organization that match, newest first. Removed ones only if their status is asked for. */
export async function findMembers(
  { storage }: ProviderContext,
  call: Call<B2bOrganizationMembersSearchRequest>,
): Promise<DataOf<B2bOrganizationMembersSearchResponse>> {
  const { project, body } = call
  const { organization, policy } = await requireSignedInMember(call)
  const { limit = defaultLimit, cursor, query } = body
  const wanted = await memberQuery({ project, organization }, query)
  const found = await refuseInvalidCursor(
    storage.members.search(organizationRealm(organization), wanted, { limit, ...(cursor ? { cursor } : {}) }),
    'body',
  )
  return {
    members: found.items.map((member) => memberView(memberState(project, organization, member, policy))),
    results_metadata: { total: found.total, ...(found.nextCursor === null ? {} : { next_cursor: found.nextCursor }) },
    organizations: { [organization.id]: organizationView(organization) },
  }
}
