import type { Migration } from './migration.ts'

/** What the widgets report about themselves. */
export const events: Migration = {
  name: '0004-events',
  statements: ({ text, bigint }) => [
    `create table events (
      project_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      details ${text} not null,
      created_at ${bigint} not null,
      primary key (project_id, id)
    )`,
    'create index events_age on events (created_at)',
  ],
}
