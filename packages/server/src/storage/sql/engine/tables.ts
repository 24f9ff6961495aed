import type { OrganizationDomainRecord } from '../../organization-domains.ts'
import type {
  AccountRecord,
  AuditRecord,
  ConnectedAppRecord,
  CustomRoleRecord,
  EventRecord,
  InvitationRecord,
  MemberColumns,
  MemberRoleRecord,
  OAuthClientRecord,
  OAuthCredentialsRecord,
  OAuthGrantRecord,
  OneTimeRecord,
  OrganizationColumns,
  OutboxRecord,
  ProjectRecord,
  RefreshTokenRecord,
  RegistrationRecord,
  SecretKeyRecord,
  SessionRecord,
  SigningKeyRecord,
  SuppressionRecord,
  TemplateRecord,
} from '../../records.ts'
import type { SsoAttemptRecord, SsoCertificateRecord, SsoConnectionRecord } from '../../sso-connections.ts'
import type { MethodTables } from '../../storage.ts'

type SnakeCase<S extends string> = S extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Rest>}`
    : `_${Lowercase<Head>}${SnakeCase<Rest>}`
  : ''

/** Columns of every table that has the field. The tables of accounts are older than the word. */
export interface SharedColumns {
  accountId: 'user_id'
}

/** The column of a field: its name in snake_case, or the name in `Renamed` or `SharedColumns`. */
export type ColumnName<K, Renamed> = K extends keyof Renamed
  ? Renamed[K] & string
  : K extends keyof SharedColumns
    ? SharedColumns[K]
    : SnakeCase<K & string>

/** Both engines store text and integers only: instants are bigint milliseconds, booleans 0 or 1, JSON is text. */
type Cell<T> = T extends null ? null : T extends string ? string : T extends number | boolean ? number : string

/** The row of a record, as both engines return it. */
export type RowOf<R, Renamed = unknown> = {
  [K in keyof R as ColumnName<K, Renamed>]: ColumnName<K, Renamed> extends 'realm' ? string : Cell<R[K]>
}

/** The column of an account's realm is never null: '' is the project itself. */
export interface RealmColumn {
  organizationId: 'realm'
}

export interface RenamedProjectColumns {
  id: 'project_id'
}

export interface RenamedClientColumns {
  allowsClientCredentials: 'client_credentials'
}

type MethodRows = { [T in keyof MethodTables]: RowOf<MethodTables[T]> }

/** All tables. The row of a table with a record follows from the record; `defineTable` declares how it is stored. */
export interface Tables extends MethodRows {
  projects: RowOf<ProjectRecord, RenamedProjectColumns>
  signing_keys: RowOf<SigningKeyRecord>
  secret_keys: RowOf<SecretKeyRecord>
  users: RowOf<Omit<AccountRecord, 'registrations'>, RealmColumn> & { secrets_epoch: number }
  registrations: RowOf<RegistrationRecord, RealmColumn>
  sessions: RowOf<SessionRecord>
  /** `secrets_epoch` is that of the account when the row was inserted; null without an account. */
  one_time: RowOf<OneTimeRecord, RealmColumn> & { secrets_epoch: number | null }
  lockouts: LockoutsTable
  oauth_credentials: RowOf<OAuthCredentialsRecord>
  oauth_clients: RowOf<OAuthClientRecord, RenamedClientColumns>
  oauth_grants: RowOf<OAuthGrantRecord>
  grant_sessions: { project_id: string; session_id: string; grant_id: string }
  blocked_clients: { project_id: string; id: string; created_at: number }
  refresh_tokens: RowOf<RefreshTokenRecord>
  templates: RowOf<TemplateRecord>
  suppressions: RowOf<SuppressionRecord>
  used_nonces: { project_id: string; key: string; expires_at: number }
  connected_apps: RowOf<ConnectedAppRecord>
  organizations: RowOf<OrganizationColumns> & { slug_skeleton: string; deleted_at: number | null }
  members: RowOf<MemberColumns>
  member_roles: RowOf<MemberRoleRecord>
  custom_roles: RowOf<CustomRoleRecord>
  invitations: RowOf<InvitationRecord>
  organization_tenants: { project_id: string; tenant: string; organization_id: string }
  organization_domains: RowOf<OrganizationDomainRecord>
  break_glass_sign_ins: { project_id: string; organization_id: string; member_id: string; signed_in_at: number }
  sso_connections: RowOf<SsoConnectionRecord>
  sso_certificates: RowOf<SsoCertificateRecord>
  sso_attempts: RowOf<SsoAttemptRecord>
  limits: { project_id: string; key: string; uses: number; ends_at: number }
  leases: { name: string; holder: string; ends_at: number }
  outbox: RowOf<OutboxRecord>
  audit: RowOf<AuditRecord>
  events: RowOf<EventRecord>
  schema_migrations: { name: string; checksum: string; applied_at: number }
}

interface LockoutsTable {
  project_id: string
  subject: string
  consecutive: number
  locked_until: number | null
  locked_at: number | null
  kept_until: number | null
}
