import type { Migration } from './migration.ts'

/** What applications began with what they were given, and applications that nobody wants back. */
export const grantSessions: Migration = {
  name: '0012-grant-sessions',
  statements: ({ text, bigint }) => [
    `create table grant_sessions (
      project_id ${text} not null,
      session_id ${text} not null,
      grant_id ${text} not null,
      primary key (project_id, session_id),
      foreign key (project_id, session_id) references sessions (project_id, id) on delete cascade
    )`,
    'create index grant_sessions_grant on grant_sessions (project_id, grant_id)',

    `create table refused_clients (
      project_id ${text} not null references projects (project_id) on delete cascade,
      id ${text} not null,
      created_at ${bigint} not null,
      primary key (project_id, id)
    )`,
  ],
}
