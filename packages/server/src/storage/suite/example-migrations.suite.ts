import type { Migration } from '../migrations/migration.ts'
import { migrations } from '../migrations/migrations.ts'

/** The migrations of the product and of two later versions that do not exist: new tables, a new column, new data. */
export const exampleMigrations: readonly Migration[] = [
  ...migrations,
  {
    name: '9001-add-example-table',
    statements: ({ text, bigint }) => [
      `create table examples (id ${text} not null primary key, created_at ${bigint} not null)`,
      'create index examples_age on examples (created_at)',
      "insert into examples (id, created_at) values ('first', 1)",
    ],
  },
  {
    name: '9002-add-example-column',
    statements: ({ text, integer }) => [
      `alter table examples add column uses ${integer} not null default 0`,
      'update examples set uses = 1',
      `create table example_details (id ${text} not null primary key)`,
      'create unique index examples_uses on examples (uses, id)',
    ],
  },
]
