import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { CustomRoleRecord, MemberRoleRecord } from '../../records.ts'
import type { RoleVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'
import { lockMember } from './members.ts'
import { insertRoles } from './role-rows.ts'

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

const removeSource = statement((db, value: Values<Source>) =>
  db
    .deleteFrom('member_roles')
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('source_kind', '=', sql<MemberRoleRecord['sourceKind']>`${value('sourceKind')}`)
    .where('source_id', '=', value('sourceId')),
)

const listMembers = statement((db, value: Values<InRealm & { roleId: string }>) =>
  db
    .selectFrom('member_roles')
    .innerJoin('members', (join) =>
      join
        .onRef('members.project_id', '=', 'member_roles.project_id')
        .onRef('members.id', '=', 'member_roles.member_id'),
    )
    .select('member_roles.member_id')
    .distinct()
    .where('member_roles.project_id', '=', value('project_id'))
    .where('member_roles.organization_id', '=', value('realm'))
    .where('member_roles.role_id', '=', value('roleId'))
    .where('members.status', '=', sql.lit('active'))
    .orderBy('member_roles.member_id'),
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
    async replace(realm, memberId, source, roleIds) {
      return run.atomically(async (tx) => {
        // Two changes of the same source wait for each other, and a member of another organization is not found.
        if ((await first(tx, lockMember, { ...realmColumns(realm), id: memberId })) === undefined) return false
        await tx.all(removeOfMember, { ...realmColumns(realm), ...source, memberId })
        const added = [...new Set(roleIds)].map((roleId) => ({ roleId, ...source }))
        await insertRoles(tx, realm, memberId, added)
        return true
      })
    },
    async removeSource(realm, source) {
      await run.all(removeSource, { ...realmColumns(realm), ...source })
    },
    async listMembers(realm, roleId) {
      return (await run.all(listMembers, { ...realmColumns(realm), roleId })).map(({ member_id }) => member_id)
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
