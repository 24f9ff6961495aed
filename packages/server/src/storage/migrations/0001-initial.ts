import type { Migration } from './migration.ts'

/** The first schema. Later versions add files that change it; this one is never edited after a release. */
export const initial: Migration = {
  name: '0001-initial',
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
      secrets_epoch ${integer} not null default 0,
      secrets_valid_after ${bigint},
      sessions_epoch ${integer} not null default 0,
      primary key (project_id, id)
    )`,
    'create index users_newest on users (project_id, created_at, id)',
    'create unique index users_external_id on users (project_id, external_id) where external_id is not null',
    "create index users_pending on users (project_id, created_at, id) where status = 'pending'",

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
    // Projects on one domain share its passkeys: this finds a credential in all projects.
    "create index registrations_credential on registrations (unique_key) where kind = 'webauthn'",

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
      account_epoch ${integer} not null default 0,
      issued_by ${text},
      primary key (project_id, id)
    )`,
    'create unique index sessions_token on sessions (project_id, token_hash)',
    'create unique index sessions_prev_token on sessions (project_id, prev_hash) where prev_hash is not null',
    // Not partial: without statistics PostgreSQL estimates that `where revoked_at is null` matches almost no row, and
    // would scan the partial index for every lookup by token.
    'create index sessions_subject on sessions (project_id, subject_id)',
    'create index sessions_expiry on sessions (expires_at)',
    'create index sessions_revoked on sessions (revoked_at) where revoked_at is not null',
    'create index sessions_issuer on sessions (project_id, issued_by) where issued_by is not null',
    'create index sessions_actor on sessions (project_id, actor) where actor is not null',

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
      secrets_epoch ${integer},
      primary key (project_id, id)
    )`,
    'create unique index one_time_token on one_time (project_id, token_hash) where token_hash is not null',
    'create index one_time_identifier on one_time (project_id, identifier)',
    'create index one_time_expiry on one_time (expires_at)',
    'create index one_time_user on one_time (project_id, user_id)',

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
      kept_until ${bigint},
      primary key (project_id, subject)
    )`,
    'create index lockouts_kept_until on lockouts (kept_until)',

    `create table leases (
      name ${text} not null primary key,
      holder ${text} not null,
      ends_at ${bigint} not null
    )`,

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
      unanswered ${integer} not null default 0,
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

    `create table events (
      project_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      details ${text} not null,
      created_at ${bigint} not null,
      primary key (project_id, id)
    )`,
    'create index events_age on events (created_at)',

    `create table passwords (
      project_id ${text} not null,
      id ${text} not null,
      hash ${text} not null,
      set_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, id) references registrations (project_id, id) on delete cascade
    )`,

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

    `create table oauth_credentials (
      project_id ${text} not null references projects (project_id) on delete cascade,
      provider ${text} not null,
      callback_id ${text} not null,
      client_id ${text} not null,
      secret_sealed ${text} not null,
      options ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, provider)
    )`,
    'create unique index oauth_credentials_callback on oauth_credentials (callback_id)',

    `create table templates (
      project_id ${text} not null,
      id ${text} not null,
      kind ${text} not null,
      words ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id) references projects (project_id)
    )`,

    // Without a project: bounces and complaints apply to the carriers of the whole provider.
    `create table suppressions (
      channel ${text} not null,
      address ${text} not null,
      reason ${text} not null,
      created_at ${bigint} not null,
      primary key (channel, address)
    )`,

    `create table used_nonces (
      project_id ${text} not null,
      key ${text} not null,
      expires_at ${bigint} not null,
      primary key (project_id, key)
    )`,
    'create index used_nonces_expiry on used_nonces (expires_at)',

    `create table connected_apps (
      project_id ${text} not null,
      user_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      description ${text} not null,
      client_type ${text} not null,
      logo_url ${text},
      scopes ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, user_id, id),
      foreign key (project_id, user_id) references users (project_id, id) on delete cascade
    )`,

    `create table organizations (
      project_id ${text} not null,
      id ${text} not null,
      name ${text} not null,
      slug ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id) references projects (project_id)
    )`,
    'create unique index organizations_slug on organizations (project_id, slug)',
    'create index organizations_page on organizations (project_id, created_at, id)',

    `create table members (
      project_id ${text} not null,
      id ${text} not null,
      organization_id ${text} not null,
      email ${text} not null,
      status ${text} not null,
      name ${text} not null,
      password_id ${text} not null,
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id),
      foreign key (project_id, organization_id) references organizations (project_id, id)
    )`,
    'create unique index members_email on members (project_id, organization_id, email)',
    'create index members_page on members (project_id, organization_id, created_at, id)',

    `create table secret_keys (
      project_id ${text} not null references projects (project_id) on delete cascade,
      id ${text} not null,
      name ${text} not null,
      secret_hash ${text} not null,
      hint ${text} not null,
      created_at ${bigint} not null,
      last_used_at ${bigint},
      revoked_at ${bigint},
      primary key (project_id, id)
    )`,
    'create unique index secret_keys_hash on secret_keys (project_id, secret_hash)',

    `create table oauth_clients (
      project_id ${text} not null references projects (project_id) on delete cascade,
      id ${text} not null,
      is_public ${integer} not null,
      is_first_party ${integer} not null,
      name ${text} not null,
      description ${text} not null,
      logo_url ${text},
      redirect_uris ${text} not null,
      post_logout_redirect_uris ${text} not null,
      scopes ${text},
      client_credentials ${integer} not null,
      backchannel_logout_uri ${text},
      id_token_algorithm ${text},
      access_token_minutes ${integer} not null,
      source ${text} not null,
      secret_hash ${text},
      secret_hint ${text} not null,
      prev_secret_hash ${text},
      prev_secret_until ${bigint},
      created_at ${bigint} not null,
      updated_at ${bigint} not null,
      primary key (project_id, id)
    )`,
    'create index oauth_clients_page on oauth_clients (project_id, created_at, id)',

    `create table oauth_grants (
      project_id ${text} not null,
      id ${text} not null,
      client_id ${text} not null,
      user_id ${text},
      session_id ${text},
      scopes ${text} not null,
      resources ${text} not null,
      offline ${integer} not null,
      auth_time ${bigint},
      acr ${text} not null,
      amr ${text} not null,
      generation ${integer} not null,
      created_at ${bigint} not null,
      expires_at ${bigint} not null,
      revoked_at ${bigint},
      primary key (project_id, id),
      foreign key (project_id, client_id) references oauth_clients (project_id, id) on delete cascade,
      foreign key (project_id, user_id) references users (project_id, id) on delete cascade
    )`,
    'create index oauth_grants_user on oauth_grants (project_id, user_id, client_id)',
    'create index oauth_grants_client on oauth_grants (project_id, client_id)',
    'create index oauth_grants_session on oauth_grants (project_id, session_id)',
    'create index oauth_grants_age on oauth_grants (expires_at)',

    `create table refresh_tokens (
      project_id ${text} not null,
      token_hash ${text} not null,
      grant_id ${text} not null,
      used_at ${bigint},
      created_at ${bigint} not null,
      expires_at ${bigint} not null,
      primary key (project_id, token_hash),
      foreign key (project_id, grant_id) references oauth_grants (project_id, id) on delete cascade
    )`,
    'create index refresh_tokens_grant on refresh_tokens (project_id, grant_id)',
    'create index refresh_tokens_age on refresh_tokens (expires_at)',

    `create table grant_sessions (
      project_id ${text} not null,
      session_id ${text} not null,
      grant_id ${text} not null,
      primary key (project_id, session_id),
      foreign key (project_id, session_id) references sessions (project_id, id) on delete cascade
    )`,
    'create index grant_sessions_grant on grant_sessions (project_id, grant_id)',

    `create table blocked_clients (
      project_id ${text} not null references projects (project_id) on delete cascade,
      id ${text} not null,
      created_at ${bigint} not null,
      primary key (project_id, id)
    )`,
  ],
}
