import type { Migration } from './migration.ts'

/** How often a message was left without an answer: it is not sent a third time. */
export const outboxUnanswered: Migration = {
  name: '0014-outbox-unanswered',
  statements: ({ integer }) => [`alter table outbox add column unanswered ${integer} not null default 0`],
}
