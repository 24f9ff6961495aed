import type { Migration } from './migration.ts'

/** What is counted: uses in a window, wrong secrets in a row, and who holds a job. */
export const limits: Migration = {
  name: '0002-limits',
  statements: ({ text, integer, bigint }) => [
    `create table limits (
      project_id ${text} not null,
      key ${text} not null,
      uses ${integer} not null,
      ends_at ${bigint} not null,
      primary key (project_id, key)
    )`,
    'create index limits_end on limits (ends_at)',

    `create table lockouts (
      project_id ${text} not null,
      subject ${text} not null,
      consecutive ${integer} not null,
      locked_until ${bigint},
      locked_at ${bigint},
      primary key (project_id, subject)
    )`,

    `create table leases (
      name ${text} not null primary key,
      holder ${text} not null,
      ends_at ${bigint} not null
    )`,
  ],
}
