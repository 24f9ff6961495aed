import type { Migration } from './migration.ts'

/** The roles of members move from their accounts to the table that also has their sources. */
export const rolesOfAccounts: Migration = {
  name: '0007-roles-of-accounts',
  statements: ({ textElements }) => [
    `insert into member_roles (project_id, organization_id, member_id, role_id, source_kind, source_id)
      select distinct members.project_id, members.organization_id, members.id, role.value, 'direct_assignment', ''
      from members
        join users on users.project_id = members.project_id and users.id = members.id
        cross join ${textElements('users.roles')} as role`,
    "update users set roles = '[]' where realm <> ''",
  ],
}
