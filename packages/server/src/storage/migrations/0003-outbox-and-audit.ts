import type { Migration } from './migration.ts'

/** What leaves the house, and what is remembered of what happened in it. */
export const outboxAndAudit: Migration = {
  name: '0003-outbox-and-audit',
  statements: ({ text, integer, bigint }) => [
    `create table outbox (
      project_id ${text} not null,
      id ${text} not null,
      channel ${text} not null,
      payload_sealed ${text} not null,
      idempotency_key ${text} not null,
      state ${text} not null,
      attempts ${integer} not null,
      next_attempt_at ${bigint} not null,
      leased_until ${bigint},
      created_at ${bigint} not null,
      expires_at ${bigint} not null,
      primary key (project_id, id)
    )`,
    'create unique index outbox_idempotency on outbox (project_id, idempotency_key)',
    `create index outbox_due on outbox (next_attempt_at) where state = 'queued'`,
    'create index outbox_expiry on outbox (expires_at)',

    `create table audit (
      project_id ${text} not null,
      id ${text} not null,
      at ${bigint} not null,
      actor_kind ${text} not null,
      actor_id ${text},
      impersonator ${text},
      event ${text} not null,
      target_id ${text},
      result ${text} not null,
      error_type ${text},
      ip_prefix ${text},
      user_agent_hash ${text},
      request_id ${text} not null,
      seq ${bigint},
      prev_hash ${text},
      hash ${text},
      primary key (project_id, id)
    )`,
    'create unique index audit_chain on audit (project_id, seq) where seq is not null',
    'create index audit_unsealed on audit (at, id) where seq is null',
  ],
}
