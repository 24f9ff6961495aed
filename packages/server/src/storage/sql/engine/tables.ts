/**
 * The columns as they stand in both engines: text, integer and bigint only. Instants are bigint milliseconds,
 * booleans are 0 or 1, JSON is text.
 */
export interface Tables {
  projects: ProjectsTable
  signing_keys: SigningKeysTable
  secret_keys: SecretKeysTable
  users: UsersTable
  registrations: RegistrationsTable
  sessions: SessionsTable
  one_time: OneTimeTable
  passwords: PasswordsTable
  lockouts: LockoutsTable
  totps: TotpsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  oauth_credentials: OAuthCredentialsTable
  oauth_clients: OAuthClientsTable
  oauth_grants: OAuthGrantsTable
  grant_sessions: GrantSessionsTable
  blocked_clients: BlockedClientsTable
  refresh_tokens: RefreshTokensTable
  templates: TemplatesTable
  suppressions: SuppressionsTable
  used_nonces: UsedNoncesTable
  connected_apps: ConnectedAppsTable
  organizations: OrganizationsTable
  members: MembersTable
  limits: LimitsTable
  leases: LeasesTable
  outbox: OutboxTable
  audit: AuditTable
  events: EventsTable
  schema_migrations: SchemaMigrationsTable
}

export interface ProjectsTable {
  project_id: string
  name: string
  environment: string
  vertical: string
  public_token: string
  issuer: string
  settings: string
  revision: number
  created_at: number
}

export interface SigningKeysTable {
  project_id: string
  kid: string
  algorithm: string
  state: string
  public_jwk: string
  private_key_sealed: string
  created_at: number
  activated_at: number | null
  retired_at: number | null
}

export interface SecretKeysTable {
  project_id: string
  id: string
  name: string
  secret_hash: string
  hint: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

export interface UsersTable {
  project_id: string
  id: string
  status: string
  name: string
  trusted_metadata: string
  untrusted_metadata: string
  roles: string
  external_id: string | null
  disabled_at: number | null
  created_at: number
  updated_at: number
  secrets_epoch: number
  secrets_valid_after: number | null
  sessions_epoch: number
}

export interface RegistrationsTable {
  project_id: string
  id: string
  user_id: string
  kind: string
  unique_key: string
  verified: number
  details: string
  created_at: number
  verified_at: number | null
}

export interface SessionsTable {
  project_id: string
  id: string
  token_hash: string
  prev_hash: string | null
  prev_valid_until: number | null
  subject_kind: string
  subject_id: string
  organization_id: string | null
  factors: string
  custom_claims: string | null
  ip_address: string
  user_agent: string
  actor: string | null
  account_epoch: number
  issued_by: string | null
  started_at: number
  last_accessed_at: number
  expires_at: number
  revoked_at: number | null
}

export interface GrantSessionsTable {
  project_id: string
  session_id: string
  grant_id: string
}

export interface BlockedClientsTable {
  project_id: string
  id: string
  created_at: number
}

export interface OneTimeTable {
  project_id: string
  id: string
  purpose: string
  token_hash: string | null
  code_mac: string | null
  identifier: string
  user_id: string | null
  session_id: string | null
  code_challenge: string | null
  mismatches: number
  attempts: number
  payload: string
  created_at: number
  expires_at: number
  used_at: number | null
  used_by: string | null
  voided_at: number | null
  /** The account's epoch at issue; null without an account. */
  secrets_epoch: number | null
}

export interface PasswordsTable {
  project_id: string
  id: string
  hash: string
  set_at: number
}

export interface LockoutsTable {
  project_id: string
  subject: string
  consecutive: number
  locked_until: number | null
  locked_at: number | null
  kept_until: number | null
}

export interface TotpsTable {
  project_id: string
  id: string
  user_id: string
  secret_sealed: string
  last_step: number
  expires_at: number | null
  created_at: number
}

export interface RecoveryCodesTable {
  project_id: string
  id: string
  totp_id: string
  user_id: string
  code_mac: string
  code_sealed: string
  position: number
  used_at: number | null
  used_by: string | null
}

export interface PasskeysTable {
  project_id: string
  id: string
  user_id: string
  rp_id: string
  public_key: string
  user_handle: string
  sign_count: number
  transports: string
  aaguid: string
  backup_eligible: number
  backed_up: number
  created_at: number
  last_used_at: number | null
}

export interface OAuthCredentialsTable {
  project_id: string
  provider: string
  callback_id: string
  client_id: string
  secret_sealed: string
  options: string
  created_at: number
  updated_at: number
}

export interface TemplatesTable {
  project_id: string
  id: string
  kind: string
  words: string
  created_at: number
  updated_at: number
}

export interface SuppressionsTable {
  channel: string
  address: string
  reason: string
  created_at: number
}

export interface UsedNoncesTable {
  project_id: string
  key: string
  expires_at: number
}

export interface ConnectedAppsTable {
  project_id: string
  user_id: string
  id: string
  name: string
  description: string
  client_type: string
  logo_url: string | null
  scopes: string
  created_at: number
  updated_at: number
}

export interface OrganizationsTable {
  project_id: string
  id: string
  name: string
  slug: string
  created_at: number
  updated_at: number
}

export interface MembersTable {
  project_id: string
  id: string
  organization_id: string
  email: string
  status: string
  name: string
  password_id: string
  created_at: number
  updated_at: number
}

export interface LimitsTable {
  project_id: string
  key: string
  uses: number
  ends_at: number
}

export interface LeasesTable {
  name: string
  holder: string
  ends_at: number
}

export interface OutboxTable {
  project_id: string
  id: string
  channel: string
  payload_sealed: string
  idempotency_key: string
  state: string
  attempts: number
  unanswered: number
  next_attempt_at: number
  leased_until: number | null
  created_at: number
  expires_at: number
}

export interface AuditTable {
  project_id: string
  id: string
  at: number
  actor_kind: string
  actor_id: string | null
  impersonator: string | null
  event: string
  target_id: string | null
  result: string
  error_type: string | null
  ip_prefix: string | null
  user_agent_hash: string | null
  request_id: string
  seq: number | null
  prev_hash: string | null
  hash: string | null
}

export interface EventsTable {
  project_id: string
  id: string
  name: string
  details: string
  created_at: number
}

export interface OAuthClientsTable {
  project_id: string
  id: string
  is_public: number
  is_first_party: number
  name: string
  description: string
  logo_url: string | null
  redirect_uris: string
  post_logout_redirect_uris: string
  scopes: string | null
  client_credentials: number
  backchannel_logout_uri: string | null
  id_token_algorithm: string | null
  access_token_minutes: number
  source: string
  secret_hash: string | null
  secret_hint: string
  prev_secret_hash: string | null
  prev_secret_until: number | null
  created_at: number
  updated_at: number
}

export interface OAuthGrantsTable {
  project_id: string
  id: string
  client_id: string
  user_id: string | null
  session_id: string | null
  scopes: string
  resources: string
  offline: number
  auth_time: number | null
  acr: string
  amr: string
  generation: number
  created_at: number
  expires_at: number
  revoked_at: number | null
}

export interface RefreshTokensTable {
  project_id: string
  token_hash: string
  grant_id: string
  used_at: number | null
  created_at: number
  expires_at: number
}

export interface SchemaMigrationsTable {
  name: string
  checksum: string
  applied_at: number
}
