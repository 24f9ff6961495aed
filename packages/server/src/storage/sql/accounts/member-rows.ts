import type { AccountRecord, MemberColumns, MemberRecord } from '../../records.ts'
import {
  defineTable,
  type JoinedTable,
  type NullableRow,
  type PrefixedRow,
  type Table,
} from '../engine/define-table.ts'
import type { RowOf } from '../engine/tables.ts'
import { type AccountRow, accountColumns, toAccounts } from './account-rows.ts'
import { toAssignedRoles } from './role-rows.ts'

export const members: Table<'members', MemberColumns> = defineTable<'members', MemberColumns>('members', {
  projectId: 'text',
  id: 'text',
  organizationId: 'text',
  status: 'text',
  isBreakglass: 'boolean',
  mfaEnrolled: 'boolean',
  defaultMfaMethod: 'text',
  invitedBy: 'text',
  joinedAt: 'integer',
  deletedAt: 'integer',
  createdAt: 'integer',
})

export const joinedMembers: JoinedTable<'members', MemberColumns, 'm_'> = members.joinedAs('m_')

/** A member joined with its account and registrations: one row for each registration, or one without any. */
export const memberColumns: readonly ((typeof joinedMembers.columns)[number] | (typeof accountColumns)[number])[] = [
  ...joinedMembers.columns,
  ...accountColumns,
]

type MemberRow = AccountRow & NullableRow<PrefixedRow<RowOf<MemberColumns>, 'm_'>> & { assigned_roles: string | null }

/** Rows of several members, in the order in which the members appear. */
export function toMembers(rows: readonly MemberRow[]): MemberRecord[] {
  const columns = new Map(rows.map((row) => [row.u_id, row]))
  return toAccounts(rows).flatMap((account) => toMember(columns.get(account.id), account) ?? [])
}

function toMember(row: MemberRow | undefined, account: AccountRecord): MemberRecord | null {
  const columns = row && joinedMembers.toRecordOrNull(row)
  return columns ? { ...columns, account, roles: toAssignedRoles(row) } : null
}
