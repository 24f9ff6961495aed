import type { Migration } from './migration.ts'

/** The connections of organizations to identity providers, their certificates, and the log of sign-in attempts. */
export const ssoConnections: Migration = {
  name: '0011-sso-connections',
  statements: ({ text, integer, bigint }) => [
    `create table sso_connections (
      project_id ${text} not null,
      organization_id ${text} not null,
      id ${text} not null,
      kind ${text} not null,
      status ${text} not null,
      display_name ${text} not null,
      identity_provider ${text} not null,
      config ${text} not null,
      secrets_sealed ${text} not null,
      revision ${integer} not null,
      tested_at ${bigint},
      metadata_read_at ${bigint},
      next_check_at ${bigint},
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, organization_id) references organizations (project_id, id) on delete cascade
    )`,
    // Public addresses name the connection only.
    'create unique index sso_connections_id on sso_connections (id)',
    'create index sso_connections_organization on sso_connections (project_id, organization_id, id)',
    'create index sso_connections_due on sso_connections (next_check_at)',

    `create table sso_certificates (
      project_id ${text} not null,
      organization_id ${text} not null,
      connection_id ${text} not null,
      id ${text} not null,
      fingerprint ${text} not null,
      pem ${text} not null,
      source ${text} not null,
      not_before ${bigint} not null,
      not_after ${bigint} not null,
      created_at ${bigint} not null,
      listed_at ${bigint},
      last_used_at ${bigint},
      retired_at ${bigint},
      warned_days ${integer},
      primary key (project_id, connection_id, id),
      foreign key (project_id, connection_id) references sso_connections (project_id, id) on delete cascade
    )`,
    'create unique index sso_certificates_fingerprint on sso_certificates (project_id, connection_id, fingerprint)',

    `create table sso_attempts (
      project_id ${text} not null,
      organization_id ${text} not null,
      connection_id ${text} not null,
      id ${text} not null,
      kind ${text} not null,
      result ${text} not null,
      code ${text},
      details ${text} not null,
      created_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, connection_id) references sso_connections (project_id, id) on delete cascade
    )`,
    'create index sso_attempts_connection on sso_attempts (project_id, connection_id, created_at, id)',
    'create index sso_attempts_age on sso_attempts (created_at)',

    // Single sign-on only requires a break-glass member who can sign in. Sessions are not kept for long enough.
    `create table break_glass_sign_ins (
      project_id ${text} not null,
      organization_id ${text} not null,
      member_id ${text} not null,
      signed_in_at ${bigint} not null,
      primary key (project_id, member_id),
      foreign key (project_id, member_id) references members (project_id, id) on delete cascade
    )`,
    'create index break_glass_sign_ins_organization on break_glass_sign_ins (project_id, organization_id)',
  ],
}
