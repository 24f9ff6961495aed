import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { CustomRoleRecord, MemberRoleRecord } from '../../records.ts'
import type { RoleVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { rowsOf, valuesOf } from '../engine/many-rows.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Bindable, statement, statementByCount, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'
import { lockMember } from './members.ts'

const memberRoles = defineTable<'member_roles', MemberRoleRecord>('member_roles', {
  projectId: 'text',
  organizationId: 'text',
  memberId: 'text',
  roleId: 'text',
  sourceKind: 'text',
  sourceId: 'text',
})

const customRoles = defineTable<'custom_roles', CustomRoleRecord>('custom_roles', {
  projectId: 'text',
  organizationId: 'text',
  roleId: 'text',
  description: 'text',
  permissions: 'json',
  createdAt: 'integer',
  updatedAt: 'integer',
})

type InRealm = { project_id: string; realm: string }

const list = statement((db, value: Values<InRealm & { memberId: string }>) =>
  db
    .selectFrom('member_roles')
    .select(memberRoles.columns)
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('member_id', '=', value('memberId'))
    .orderBy('role_id')
    .orderBy('source_kind')
    .orderBy('source_id'),
)

type Source = InRealm & { sourceKind: string; sourceId: string }

const removeOfMember = statement((db, value: Values<Source & { memberId: string }>) =>
  db
    .deleteFrom('member_roles')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('member_id', '=', value('memberId'))
    .where('source_kind', '=', sql<MemberRoleRecord['sourceKind']>`${value('sourceKind')}`)
    .where('source_id', '=', value('sourceId')),
)

const add = statementByCount((count) =>
  statement((db, value: Values<Bindable[]>) =>
    db.insertInto('member_roles').values(rowsOf<RowOf<MemberRoleRecord>>(memberRoles.columns, count, value)),
  ),
)

const removeSource = statement((db, value: Values<Source>) =>
  db
    .deleteFrom('member_roles')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('source_kind', '=', sql<MemberRoleRecord['sourceKind']>`${value('sourceKind')}`)
    .where('source_id', '=', value('sourceId')),
)

const countMembers = statement((db, value: Values<InRealm & { roleId: string }>) =>
  db
    .selectFrom('member_roles')
    .innerJoin('members', (join) =>
      join
        .onRef('members.project_id', '=', 'member_roles.project_id')
        .onRef('members.id', '=', 'member_roles.member_id'),
    )
    // As an integer: PostgreSQL counts in 64 bits.
    .select(sql<number>`cast(count(distinct member_roles.member_id) as integer)`.as('members'))
    .where('member_roles.project_id', '=', value('project_id'))
    .where('member_roles.organization_id', '=', value('realm'))
    .where('member_roles.role_id', '=', value('roleId'))
    .where('members.status', '=', sql.lit('active')),
)

const listCustom = statement((db, value: Values<InRealm>) =>
  db
    .selectFrom('custom_roles')
    .select(customRoles.columns)
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .orderBy('role_id'),
)

const insertCustom = statement((db, value: Values<RowOf<CustomRoleRecord>>) =>
  db
    .insertInto('custom_roles')
    .values(customRoles.values(value))
    .onConflict((conflict) => conflict.columns(['project_id', 'organization_id', 'role_id']).doNothing())
    .returning('role_id'),
)

type Change = InRealm & { roleId: string; description: string | null; permissions: string | null; now: number }

const updateCustom = statement((db, value: Values<Change>) =>
  db
    .updateTable('custom_roles')
    .set({
      description: sql<string>`coalesce(${value('description')}, description)`,
      permissions: sql<string>`coalesce(${value('permissions')}, permissions)`,
      updated_at: value('now'),
    })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('role_id', '=', value('roleId'))
    .returning('role_id'),
)

const removeCustom = statement((db, value: Values<InRealm & { roleId: string }>) =>
  db
    .deleteFrom('custom_roles')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('role_id', '=', value('roleId'))
    .returning('role_id'),
)

const removeFromMembers = statement((db, value: Values<InRealm & { roleId: string }>) =>
  db
    .deleteFrom('member_roles')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('role_id', '=', value('roleId')),
)

export function createRoleVerbs(run: Runner): RoleVerbs {
  return {
    async list(realm, memberId) {
      return (await run.all(list, { ...realmColumns(realm), memberId })).map(memberRoles.toRecord)
    },
    async replace(realm, memberId, source, roleIds) {
      const { projectId, organizationId } = realm
      return run.atomically(async (tx) => {
        // Two changes of the same source wait for each other, and a member of another organization is not found.
        if ((await first(tx, lockMember, { ...realmColumns(realm), id: memberId })) === undefined) return false
        await tx.all(removeOfMember, { ...realmColumns(realm), ...source, memberId })
        const rows = [...new Set(roleIds)].map((roleId) =>
          memberRoles.toRow({ projectId, organizationId, memberId, roleId, ...source }),
        )
        if (rows.length > 0) await tx.all(add(rows.length), valuesOf(memberRoles.columns, rows))
        return true
      })
    },
    async removeSource(realm, source) {
      await run.all(removeSource, { ...realmColumns(realm), ...source })
    },
    async countMembers(realm, roleId) {
      return (await first(run, countMembers, { ...realmColumns(realm), roleId }))?.members ?? 0
    },
    async listCustom(realm) {
      return (await run.all(listCustom, realmColumns(realm))).map(customRoles.toRecord)
    },
    async insertCustom(role) {
      return (await first(run, insertCustom, customRoles.toRow(role))) !== undefined
    },
    async updateCustom(realm, roleId, { description, permissions }, now) {
      const values = {
        ...{ ...realmColumns(realm), roleId, now, description: description ?? null },
        permissions: permissions === undefined ? null : JSON.stringify(permissions),
      }
      return (await first(run, updateCustom, values)) !== undefined
    },
    async removeCustom(realm, roleId) {
      return run.atomically(async (tx) => {
        const key = { ...realmColumns(realm), roleId }
        if ((await first(tx, removeCustom, key)) === undefined) return false
        await tx.all(removeFromMembers, key)
        return true
      })
    },
  }
}
