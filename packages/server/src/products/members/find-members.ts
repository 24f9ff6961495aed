import {
  type B2bOrganizationMembersSearchRequest,
  type B2bOrganizationMembersSearchResponse,
  builtInRoleIds,
  type MemberFilter,
  memberStatuses,
} from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { refuseInvalidCursor } from '../../http/refuse-invalid-cursor.ts'
import { emailIdentifier, phoneIdentifier } from '../../identifiers/identifier.ts'
import { type MemberCaller, requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import { memberView } from '../../organizations/members/member-view.ts'
import { organizationView } from '../../organizations/organization-view.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberQuery } from '../../storage/verbs.ts'

const defaultLimit = 100

/** The members of the caller's organization that match, newest first. Removed ones only if their status is asked for. */
export async function findMembers(
  { storage }: ProviderContext,
  call: Call<B2bOrganizationMembersSearchRequest>,
): Promise<DataOf<B2bOrganizationMembersSearchResponse>> {
  const { project, body } = call
  const caller = await requireSignedInMember(call)
  const { organization, policy } = caller
  const { limit = defaultLimit, cursor, query } = body
  const wanted = await queryOf(caller, query?.operator ?? 'AND', query?.operands ?? [])
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

async function queryOf(
  caller: MemberCaller,
  operator: MemberQuery['operator'],
  operands: readonly MemberFilter[],
): Promise<MemberQuery> {
  const query: MemberQuery = {
    operator,
    includesDeleted: operands.some(({ filter_name }) => filter_name === 'statuses'),
  }
  for (const [index, operand] of operands.entries())
    Object.assign(query, await withFilter(caller, query, operand, index))
  return query
}

/** The lists of a query with one more filter. */
async function withFilter(
  caller: MemberCaller,
  query: MemberQuery,
  operand: MemberFilter,
  index: number,
): Promise<Partial<MemberQuery>> {
  const { operator } = query
  const { filter_name: name, filter_value: value } = operand
  switch (name) {
    case 'member_ids':
      return { ids: [...(query.ids ?? []), value] }
    case 'member_emails':
      return { keys: [...(query.keys ?? []), value.map((address) => emailIdentifier(address).key)] }
    case 'member_mfa_phones': {
      const numbers = await Promise.all(value.map((number) => phoneIdentifier(number)))
      return { keys: [...(query.keys ?? []), numbers.map(({ key }) => key)] }
    }
    case 'member_roles':
      return { roles: [...(query.roles ?? []), value.flatMap((roleId) => sourcesOf(caller, roleId))] }
    case 'statuses': {
      const known = value.map((status) => memberStatuses.find((one) => one === status))
      if (known.includes(undefined))
        throw refuseField(`.query.operands[${index}].filter_value`, `must be of ${memberStatuses.join(', ')}`, 'enum')
      return {
        statuses: combine(
          operator,
          query.statuses,
          known.filter((status) => status !== undefined),
        ),
      }
    }
    case 'member_email_fuzzy':
      return { emailParts: [...(query.emailParts ?? []), value] }
    case 'member_name_fuzzy':
      return { nameParts: [...(query.nameParts ?? []), value] }
    case 'member_mfa_phone_fuzzy':
      return { phoneParts: [...(query.phoneParts ?? []), value] }
    case 'member_is_breakglass':
      return { isBreakglass: combine(operator, query.isBreakglass, [value]) }
    case 'member_mfa_enrolled':
      return { mfaEnrolled: combine(operator, query.mfaEnrolled, [value]) }
    case 'member_password_exists':
      return { hasPassword: combine(operator, query.hasPassword, [value]) }
    default:
      throw name satisfies never
  }
}

/** A member has one status, so two filters of the same field are one. */
function combine<T>(operator: MemberQuery['operator'], before: readonly T[] | undefined, added: readonly T[]): T[] {
  if (before === undefined) return [...added]
  return operator === 'OR' ? [...before, ...added] : before.filter((one) => added.includes(one))
}

/** Why a member can have a role that still exists. */
function sourcesOf({ rbac, policy }: MemberCaller, roleId: string): string[] {
  if (roleId === builtInRoleIds.member) return ['*']
  if (!rbac.roles.some(({ role_id }) => role_id === roleId)) return []
  const domains = policy.emailRoles.filter((one) => one.roleId === roleId)
  return [`r:${roleId}`, ...domains.map(({ domain }) => `d:${domain}`)]
}
