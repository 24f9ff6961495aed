import type { Migration } from './migration.ts'

/** Members become accounts in the realm of their organization. Their rows keep what belongs to the organization. */
export const organizationAccounts: Migration = {
  name: '0004-organization-accounts',
  statements: ({ text, integer, bigint, jsonObject }) => [
    `alter table organizations add column settings ${text} not null default '{}'`,
    `alter table organizations add column revision ${integer} not null default 1`,
    `alter table organizations add column logo_url ${text}`,
    `alter table organizations add column trusted_metadata ${text} not null default '{}'`,
    `alter table organizations add column external_id ${text}`,
    `alter table organizations add column suspended_at ${bigint}`,
    `alter table organizations add column deleted_at ${bigint}`,
    `create unique index organizations_external_id on organizations (project_id, external_id)
      where external_id is not null`,
    'create index organizations_deleted on organizations (deleted_at) where deleted_at is not null',
    'create index sessions_organization on sessions (project_id, organization_id) where organization_id is not null',

    `create table earlier_members as
      select project_id, id, organization_id, email, status, name, created_at, updated_at from members`,
    'drop table members',
    `insert into users (project_id, realm, id, status, name, trusted_metadata, untrusted_metadata, roles, created_at,
      updated_at)
      select project_id, organization_id, id, 'active',
        cast(${jsonObject}('first_name', name, 'middle_name', '', 'last_name', '') as text), '{}', '{}', '[]',
        created_at, updated_at
      from earlier_members`,
    // An invited or pending member has not proven the address.
    `insert into registrations (project_id, realm, id, user_id, kind, unique_key, verified, details, created_at,
      verified_at)
      select project_id, organization_id, replace(id, 'member-', 'email-'), id, 'email', email,
        case when status = 'active' then 1 else 0 end, '{}', created_at,
        case when status = 'active' then created_at end
      from earlier_members`,
    `create table members (
      project_id ${text} not null,
      id ${text} not null,
      organization_id ${text} not null,
      status ${text} not null,
      is_breakglass ${integer} not null,
      mfa_enrolled ${integer} not null,
      default_mfa_method ${text},
      invited_by ${text},
      joined_at ${bigint},
      deleted_at ${bigint},
      created_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, id) references users (project_id, id) on delete cascade,
      foreign key (project_id, organization_id) references organizations (project_id, id)
    )`,
    `insert into members (project_id, id, organization_id, status, is_breakglass, mfa_enrolled, joined_at, deleted_at,
      created_at)
      select project_id, id, organization_id, status, 0, 0, case when status = 'active' then created_at end,
        case when status = 'deleted' then updated_at end, created_at
      from earlier_members`,
    'create index members_page on members (project_id, organization_id, created_at, id)',
    'create index members_page_of_status on members (project_id, organization_id, status, created_at, id)',
    'drop table earlier_members',
  ],
}
