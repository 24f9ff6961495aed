import type { Migration } from './migration.ts'

/** The secrets of a project's own servers, and a way to the accounts that nobody has proven. */
export const admin: Migration = {
  name: '0009-admin',
  statements: ({ text, bigint }) => [
    `create table secret_keys (
      project_id ${text} not null references projects (project_id) on delete cascade,
      id ${text} not null,
      name ${text} not null,
      secret_hash ${text} not null,
      hint ${text} not null,
      created_at ${bigint} not null,
      last_used_at ${bigint},
      revoked_at ${bigint},
      primary key (project_id, id)
    )`,
    'create unique index secret_keys_hash on secret_keys (project_id, secret_hash)',
    "create index users_pending on users (project_id, created_at, id) where status = 'pending'",
  ],
}
