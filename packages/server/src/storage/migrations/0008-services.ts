import type { Migration } from './migration.ts'

/** What is told in a project's own words, whom nothing may be sent to, what was presented once, and organisations. */
export const services: Migration = {
  name: '0008-services',
  statements: ({ text, bigint }) => [
    `create table templates (
      project_id ${text} not null,
      id ${text} not null,
      kind ${text} not null,
      words ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id) references projects (project_id)
    )`,

    // Of no project: the carriers that know of it are the provider's.
    `create table suppressions (
      channel ${text} not null,
      address ${text} not null,
      reason ${text} not null,
      created_at ${bigint} not null,
      primary key (channel, address)
    )`,

    `create table marks (
      project_id ${text} not null,
      key ${text} not null,
      expires_at ${bigint} not null,
      primary key (project_id, key)
    )`,
    'create index marks_age on marks (expires_at)',

    `create table connected_apps (
      project_id ${text} not null,
      user_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      description ${text} not null,
      client_type ${text} not null,
      logo_url ${text},
      scopes ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, user_id, id),
      foreign key (project_id, user_id) references users (project_id, id) on delete cascade
    )`,

    `create table organizations (
      project_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      slug ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id) references projects (project_id)
    )`,
    'create unique index organizations_slug on organizations (project_id, slug)',
    'create index organizations_page on organizations (project_id, created_at, id)',

    `create table members (
      project_id ${text} not null,
      id ${text} not null,
      organization_id ${text} not null,
      email ${text} not null,
      status ${text} not null,
      name ${text} not null,
      password_id ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, organization_id) references organizations (project_id, id)
    )`,
    'create unique index members_email on members (project_id, organization_id, email)',
    'create index members_page on members (project_id, organization_id, created_at, id)',
  ],
}
