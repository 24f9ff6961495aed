import type { Migration } from './migration.ts'

/** Why members have roles, and the roles that organizations define. */
export const memberRoles: Migration = {
  name: '0006-member-roles',
  statements: ({ text, bigint }) => [
    // In the order of the organizations, for pages of the memberships of an address.
    'drop index registrations_by_key',
    'create index registrations_by_key_and_realm on registrations (project_id, kind, unique_key, realm)',

    `create table member_roles (
      project_id ${text} not null,
      organization_id ${text} not null,
      member_id ${text} not null,
      role_id ${text} not null,
      source_kind ${text} not null,
      source_id ${text} not null,
      primary key (project_id, member_id, role_id, source_kind, source_id),
      foreign key (project_id, member_id) references members (project_id, id) on delete cascade
    )`,
    // The members of an organization that have a role, and the assignments of a source.
    'create index member_roles_role on member_roles (project_id, organization_id, role_id)',
    'create index member_roles_source on member_roles (project_id, organization_id, source_kind, source_id)',

    `create table custom_roles (
      project_id ${text} not null,
      organization_id ${text} not null,
      role_id ${text} not null,
      description ${text} not null,
      permissions ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, organization_id, role_id),
      foreign key (project_id, organization_id) references organizations (project_id, id) on delete cascade
    )`,
  ],
}
