import type { Migration } from './migration.ts'

/** What a project signs in to identity providers with. */
export const oauth: Migration = {
  name: '0007-oauth',
  statements: ({ text, bigint }) => [
    `create table oauth_credentials (
      project_id ${text} not null references projects (project_id) on delete cascade,
      provider ${text} not null,
      callback_id ${text} not null,
      client_id ${text} not null,
      secret_sealed ${text} not null,
      options ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, provider)
    )`,
    'create unique index oauth_credentials_callback on oauth_credentials (callback_id)',
  ],
}
