import type { Migration } from './migration.ts'

/** The applications that people of a project sign in to, and what they have been granted. */
export const identityProvider: Migration = {
  name: '0010-identity-provider',
  statements: ({ text, integer, bigint }) => [
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
  ],
}
