import type { Migration } from './migration.ts'

/** The hashes of passwords, apart from what is read with every session. Each belongs to a registration. */
export const passwords: Migration = {
  name: '0005-passwords',
  statements: ({ text, bigint }) => [
    `create table passwords (
      project_id ${text} not null,
      id ${text} not null,
      hash ${text} not null,
      set_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, id) references registrations (project_id, id) on delete cascade
    )`,
  ],
}
