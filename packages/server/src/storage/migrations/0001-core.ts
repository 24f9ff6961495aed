import type { Migration } from './migration.ts'

/** Projects, keys, people, sessions and one-time secrets. */
export const core: Migration = {
  name: '0001-core',
  statements: ({ text, integer, bigint }) => [
    `create table projects (
      project_id ${text} not null primary key,
      name ${text} not null,
      environment ${text} not null,
      vertical ${text} not null,
      public_token ${text} not null,
      issuer ${text} not null,
      settings ${text} not null,
      revision ${integer} not null,
      created_at ${bigint} not null
    )`,
    'create unique index projects_public_token on projects (public_token)',

    `create table signing_keys (
      project_id ${text} not null references projects (project_id) on delete cascade,
      kid ${text} not null,
      algorithm ${text} not null,
      state ${text} not null,
      public_jwk ${text} not null,
      private_key_sealed ${text} not null,
      created_at ${bigint} not null,
      activated_at ${bigint},
      retired_at ${bigint},
      primary key (project_id, kid)
    )`,

    `create table users (
      project_id ${text} not null references projects (project_id) on delete cascade,
      id ${text} not null,
      status ${text} not null,
      name ${text} not null,
      trusted_metadata ${text} not null,
      untrusted_metadata ${text} not null,
      roles ${text} not null,
      external_id ${text},
      disabled_at ${bigint},
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id)
    )`,
    'create index users_newest on users (project_id, created_at, id)',
    'create unique index users_external_id on users (project_id, external_id) where external_id is not null',

    `create table registrations (
      project_id ${text} not null,
      id ${text} not null,
      user_id ${text} not null,
      kind ${text} not null,
      unique_key ${text} not null,
      verified ${integer} not null,
      details ${text} not null,
      created_at ${bigint} not null,
      verified_at ${bigint},
      primary key (project_id, id),
      foreign key (project_id, user_id) references users (project_id, id) on delete cascade
    )`,
    'create unique index registrations_key on registrations (project_id, kind, unique_key)',
    'create index registrations_user on registrations (project_id, user_id)',

    `create table sessions (
      project_id ${text} not null,
      id ${text} not null,
      token_hash ${text} not null,
      prev_hash ${text},
      prev_valid_until ${bigint},
      subject_kind ${text} not null,
      subject_id ${text} not null,
      organization_id ${text},
      factors ${text} not null,
      custom_claims ${text},
      ip_address ${text} not null,
      user_agent ${text} not null,
      actor ${text},
      started_at ${bigint} not null,
      last_accessed_at ${bigint} not null,
      expires_at ${bigint} not null,
      revoked_at ${bigint},
      primary key (project_id, id)
    )`,
    'create unique index sessions_token on sessions (project_id, token_hash)',
    'create unique index sessions_prev_token on sessions (project_id, prev_hash) where prev_hash is not null',
    // Not partial: PostgreSQL without statistics believes `where revoked_at is null` to hold next to nothing, and
    // would walk through that index for every look-up by token.
    'create index sessions_subject on sessions (project_id, subject_id)',
    'create index sessions_expiry on sessions (expires_at)',
    'create index sessions_revoked on sessions (revoked_at) where revoked_at is not null',

    `create table one_time (
      project_id ${text} not null,
      id ${text} not null,
      purpose ${text} not null,
      token_hash ${text},
      code_mac ${text},
      identifier ${text} not null,
      user_id ${text},
      session_id ${text},
      code_challenge ${text},
      mismatches ${integer} not null,
      attempts ${integer} not null,
      payload ${text} not null,
      created_at ${bigint} not null,
      expires_at ${bigint} not null,
      used_at ${bigint},
      used_by ${text},
      voided_at ${bigint},
      primary key (project_id, id)
    )`,
    'create unique index one_time_token on one_time (project_id, token_hash) where token_hash is not null',
    'create index one_time_identifier on one_time (project_id, identifier)',
    'create index one_time_expiry on one_time (expires_at)',
  ],
}
