import type { Migration } from './migration.ts'

/** What happened to the invitations of members. An invitation that was sent before has no row. */
export const invitations: Migration = {
  name: '0008-invitations',
  statements: ({ text, bigint }) => [
    `create table invitations (
      project_id ${text} not null,
      organization_id ${text} not null,
      member_id ${text} not null,
      address ${text} not null,
      state ${text} not null,
      sent_at ${bigint} not null,
      expires_at ${bigint} not null,
      primary key (project_id, member_id),
      foreign key (project_id, member_id) references members (project_id, id) on delete cascade
    )`,
    // A carrier reports an address, and no project.
    'create index invitations_address on invitations (address)',
  ],
}
