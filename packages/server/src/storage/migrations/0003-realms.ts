import type { Migration } from './migration.ts'

/**
 * Identifiers become unique in a realm: '' is the project, any other value the id of an organization. Existing rows
 * belong to the project.
 */
export const realms: Migration = {
  name: '0003-realms',
  statements: ({ text }) => [
    `alter table users add column realm ${text} not null default ''`,
    'drop index users_external_id',
    `create unique index users_external_id_in_realm on users (project_id, realm, external_id)
      where external_id is not null`,
    'drop index users_newest',
    'create index users_newest_in_realm on users (project_id, realm, created_at, id)',

    `alter table registrations add column realm ${text} not null default ''`,
    'drop index registrations_key',
    'create unique index registrations_in_realm on registrations (project_id, realm, kind, unique_key)',
    // For discovery: the accounts of one address in all organizations.
    'create index registrations_by_key on registrations (project_id, kind, unique_key)',

    `alter table one_time add column realm ${text} not null default ''`,
    'drop index one_time_identifier',
    'create index one_time_identifier_in_realm on one_time (project_id, realm, identifier)',
  ],
}
