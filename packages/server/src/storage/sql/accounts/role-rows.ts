// Roles are read in the statement that reads the member or the organization, as one column of JSON.
import type { RbacPermission } from '@latchkey/contract'
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type { AssignedRole, CustomRole, MemberRoleRecord } from '../../records.ts'
import { defineTable } from '../engine/define-table.ts'
import { rowsOf, valuesOf } from '../engine/many-rows.ts'
import type { Runner } from '../engine/runner.ts'
import { type Bindable, type Engine, statement, statementByCount, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const memberRoles = defineTable<'member_roles', MemberRoleRecord>('member_roles', {
  projectId: 'text',
  organizationId: 'text',
  memberId: 'text',
  roleId: 'text',
  sourceKind: 'text',
  sourceId: 'text',
})

const add = statementByCount((count) =>
  statement((db, value: Values<Bindable[]>) =>
    db.insertInto('member_roles').values(rowsOf<RowOf<MemberRoleRecord>>(memberRoles.columns, count, value)),
  ),
)

export async function insertRoles(
  run: Runner,
  { projectId, organizationId }: Pick<MemberRoleRecord, 'projectId' | 'organizationId'>,
  memberId: string,
  roles: readonly AssignedRole[],
): Promise<void> {
  const rows = roles.map((role) => memberRoles.toRow({ projectId, organizationId, memberId, ...role }))
  if (rows.length > 0) await run.all(add(rows.length), valuesOf(memberRoles.columns, rows))
}

type AssignedRolesCell = { assigned_roles: string | null }
type CustomRolesCell = { custom_roles: string | null }

/** The engines have different names for the functions that make arrays of JSON. */
export const jsonArray: Record<Engine, RawBuilder<unknown>> = {
  sqlite: sql.raw('json_array'),
  postgres: sql.raw('json_build_array'),
}
export const jsonArrayOfRows: Record<Engine, RawBuilder<unknown>> = {
  sqlite: sql.raw('json_group_array'),
  postgres: sql.raw('json_agg'),
}

/** A column for statements that read `members`. */
export function assignedRoles(engine: Engine): AliasedRawBuilder<string | null, 'assigned_roles'> {
  return sql<string | null>`(
    select cast(${jsonArrayOfRows[engine]}(${jsonArray[engine]}(role_id, source_kind, source_id)) as text)
    from member_roles
    where member_roles.project_id = members.project_id and member_roles.member_id = members.id)`.as('assigned_roles')
}

/** A column for statements that read `organizations`. */
export function customRoles(engine: Engine): AliasedRawBuilder<string | null, 'custom_roles'> {
  return sql<string | null>`(
    select cast(${jsonArrayOfRows[engine]}(${jsonArray[engine]}(role_id, description, permissions)) as text)
    from custom_roles
    where custom_roles.project_id = organizations.project_id
      and custom_roles.organization_id = organizations.id)`.as('custom_roles')
}

export function toAssignedRoles({ assigned_roles: cell }: AssignedRolesCell): AssignedRole[] {
  const rows: [string, AssignedRole['sourceKind'], string][] = parsedRows(cell)
  return rows.map(([roleId, sourceKind, sourceId]) => ({ roleId, sourceKind, sourceId }))
}

export function toCustomRoles({ custom_roles: cell }: CustomRolesCell): CustomRole[] {
  const rows: [string, string, string][] = parsedRows(cell)
  return rows.map(([roleId, description, permissions]) => ({
    ...{ roleId, description },
    permissions: JSON.parse(permissions) as RbacPermission[],
  }))
}

/** Sorted here: the engines would sort in a temporary table. Without a row, PostgreSQL returns null. */
export function parsedRows<T extends string[]>(cell: string | null): T[] {
  return cell === null || cell === '[]' ? [] : (JSON.parse(cell) as T[]).sort(inOrder)
}

function inOrder(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((cell, index) => cell !== other[index])
  return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
}
