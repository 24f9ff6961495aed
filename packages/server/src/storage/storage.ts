import type { OrganizationDomainVerbs } from './organization-domains.ts'
import type { PasskeyRecord, PasskeyVerbs } from './passkeys.ts'
import type { PasswordRecord, PasswordVerbs } from './passwords.ts'
import type { SealedVerbs } from './sealed-verbs.ts'
import type { SsoAttemptVerbs, SsoCertificateVerbs, SsoConnectionVerbs } from './sso-connections.ts'
import type { TotpTables, TotpVerbs } from './totps.ts'
import type {
  AccountVerbs,
  AuditVerbs,
  ConnectedAppVerbs,
  EventVerbs,
  InvitationVerbs,
  KeyVerbs,
  LeaseVerbs,
  LimitVerbs,
  LockoutVerbs,
  MemberVerbs,
  NonceVerbs,
  OAuthClientVerbs,
  OAuthCredentialVerbs,
  OAuthGrantVerbs,
  OneTimeVerbs,
  OrganizationVerbs,
  OutboxVerbs,
  ProjectVerbs,
  RoleVerbs,
  SecretKeyVerbs,
  SessionVerbs,
  SuppressionVerbs,
  TemplateVerbs,
} from './verbs.ts'

/** The records of the tables that belong to one sign-in method. */
export interface MethodTables extends TotpTables {
  passwords: PasswordRecord
  passkeys: PasskeyRecord
}

/** The operations on stored data, without SQL. Bound to one transaction or to none. */
export interface StorageVerbs {
  readonly projects: ProjectVerbs
  readonly keys: KeyVerbs
  readonly secretKeys: SecretKeyVerbs
  readonly accounts: AccountVerbs
  readonly sessions: SessionVerbs
  readonly oneTime: OneTimeVerbs
  readonly passwords: PasswordVerbs
  readonly lockouts: LockoutVerbs
  readonly totps: TotpVerbs
  readonly passkeys: PasskeyVerbs
  readonly oauthCredentials: OAuthCredentialVerbs
  readonly oauthClients: OAuthClientVerbs
  readonly oauthGrants: OAuthGrantVerbs
  readonly templates: TemplateVerbs
  readonly suppressions: SuppressionVerbs
  readonly usedNonces: NonceVerbs
  readonly connectedApps: ConnectedAppVerbs
  readonly organizations: OrganizationVerbs
  readonly members: MemberVerbs
  readonly roles: RoleVerbs
  readonly invitations: InvitationVerbs
  readonly organizationDomains: OrganizationDomainVerbs
  readonly ssoConnections: SsoConnectionVerbs
  readonly ssoCertificates: SsoCertificateVerbs
  readonly ssoAttempts: SsoAttemptVerbs
  readonly limits: LimitVerbs
  readonly outbox: OutboxVerbs
  readonly audit: AuditVerbs
  readonly events: EventVerbs
  readonly leases: LeaseVerbs
  readonly sealed: SealedVerbs
}

/**
 * The storage port, with one implementation for two engines (`sql/`).
 *
 * @example
 * await storage.transaction(async (tx) => {
 *   const spent = await tx.oneTime.consume({ … })
 *   if (spent) await tx.sessions.insert(session)
 * })
 */
export interface Storage extends StorageVerbs {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * Runs `work` with verbs bound to one transaction. Nothing but those verbs may be awaited inside
   * (no hash, no signature, no fetch); an unbound verb called inside throws at once.
   * Serialization failures are retried inside, so `work` may run more than once.
   */
  transaction<T>(work: (tx: StorageVerbs) => Promise<T>): Promise<T>
  /**
   * Runs `work` with one deadline for all of its database calls: other work shortens the time to wait for a database
   * that does not respond.
   */
  runWithDeadline<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when the database responds, rejects otherwise. */
  ping(): Promise<void>
  /** The connections of this process; null for an engine without a pool. */
  poolUsage(): PoolUsage | null
  /**
   * For a restored backup: ends everything that may have been revoked or used after the backup was made, in one
   * transaction.
   */
  invalidateRestoredCopy(now: number): Promise<InvalidatedRows>
  close(): Promise<void>
}

export interface PoolUsage {
  max: number
  open: number
  idle: number
  /** Requests that wait for a connection. */
  waiting: number
}

/** The number of ended sessions, unused links and codes, grants and unsent messages. */
export interface InvalidatedRows {
  sessions: number
  secrets: number
  grants: number
  messages: number
}
