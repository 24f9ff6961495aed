import type { Migration } from './migration.ts'

/** What authenticators prove: TOTP secrets with their recovery codes, and passkeys. Each belongs to a registration. */
export const credentials: Migration = {
  name: '0006-credentials',
  statements: ({ text, integer, bigint }) => [
    `create table totps (
      project_id ${text} not null,
      id ${text} not null,
      user_id ${text} not null,
      secret_sealed ${text} not null,
      last_step ${bigint} not null,
      expires_at ${bigint},
      created_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, id) references registrations (project_id, id) on delete cascade
    )`,
    'create index totps_user on totps (project_id, user_id, created_at, id)',

    `create table recovery_codes (
      project_id ${text} not null,
      id ${text} not null,
      totp_id ${text} not null,
      user_id ${text} not null,
      code_mac ${text} not null,
      code_sealed ${text} not null,
      position ${integer} not null,
      used_at ${bigint},
      used_by ${text},
      primary key (project_id, id),
      foreign key (project_id, totp_id) references totps (project_id, id) on delete cascade
    )`,
    'create index recovery_codes_user on recovery_codes (project_id, user_id, totp_id, position)',
    'create index recovery_codes_totp on recovery_codes (project_id, totp_id)',

    `create table passkeys (
      project_id ${text} not null,
      id ${text} not null,
      user_id ${text} not null,
      rp_id ${text} not null,
      public_key ${text} not null,
      user_handle ${text} not null,
      sign_count ${bigint} not null,
      transports ${text} not null,
      aaguid ${text} not null,
      backup_eligible ${integer} not null,
      backed_up ${integer} not null,
      created_at ${bigint} not null,
      last_used_at ${bigint},
      primary key (project_id, id),
      foreign key (project_id, id) references registrations (project_id, id) on delete cascade
    )`,
    'create index passkeys_user on passkeys (project_id, user_id, created_at, id)',
  ],
}
