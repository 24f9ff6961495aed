// The filters of a search of members, as the storage reads them.
import {
  type B2bOrganizationMembersSearchRequest,
  builtInRoleIds,
  type MemberFilter,
  memberStatuses,
} from '@latchkey/contract/b2b'
import { refuseField } from '../../core/schema-issues.ts'
import { emailIdentifier, phoneIdentifier } from '../../identifiers/identifier.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import type { MemberQuery } from '../../storage/verbs.ts'
import { organizationPolicy } from '../policy.ts'
import { storedRoles } from '../roles.ts'

interface Searched {
  readonly project: ProjectRecord
  readonly organization: OrganizationRecord
}

/** Members who were removed are found only if their status is asked for. */
export async function memberQuery(
  searched: Searched,
  { operator = 'AND', operands = [] }: Partial<NonNullable<B2bOrganizationMembersSearchRequest['query']>> = {},
): Promise<MemberQuery> {
  const query: MemberQuery = {
    operator,
    includesDeleted: operands.some(({ filter_name }) => filter_name === 'statuses'),
  }
  for (const [index, operand] of operands.entries())
    Object.assign(query, await withFilter(searched, query, operand, index))
  return query
}

/** The lists of a query with one more filter. */
async function withFilter(
  searched: Searched,
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
      return { roles: [...(query.roles ?? []), value.flatMap((roleId) => sourcesOf(searched, roleId))] }
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
function sourcesOf({ project, organization }: Searched, roleId: string): string[] {
  if (roleId === builtInRoleIds.member) return ['*']
  if (!storedRoles(project, organization).roles.some(({ role_id }) => role_id === roleId)) return []
  const domains = organizationPolicy(organization.settings).emailRoles.filter((one) => one.roleId === roleId)
  return [`r:${roleId}`, ...domains.map(({ domain }) => `d:${domain}`)]
}
