import type { Migration } from './migration.ts'

/** Binds one-time secrets and sessions to the state of their account: a higher epoch ends all that were issued before. */
export const accountEpochs: Migration = {
  name: '0015-account-epochs',
  statements: ({ integer, bigint }) => [
    `alter table users add column secrets_epoch ${integer} not null default 0`,
    `alter table users add column secrets_valid_after ${bigint}`,
    `alter table users add column sessions_epoch ${integer} not null default 0`,
    `alter table sessions add column account_epoch ${integer} not null default 0`,
    `alter table one_time add column secrets_epoch ${integer}`,
    'update one_time set secrets_epoch = 0 where user_id is not null',
    'create index one_time_user on one_time (project_id, user_id)',
  ],
}
