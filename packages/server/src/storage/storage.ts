import type { SealedVerbs } from './sealed-verbs.ts'
import type {
  AuditVerbs,
  ConnectedAppVerbs,
  EventVerbs,
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
  PasskeyVerbs,
  PasswordVerbs,
  ProjectVerbs,
  SecretKeyVerbs,
  SessionVerbs,
  SuppressionVerbs,
  TemplateVerbs,
  TotpVerbs,
  UserVerbs,
} from './verbs.ts'

/** What products may ask of the data: semantic verbs, no SQL. Bound either to one transaction or to none. */
export interface StorageVerbs {
  readonly projects: ProjectVerbs
  readonly keys: KeyVerbs
  readonly secretKeys: SecretKeyVerbs
  readonly users: UserVerbs
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
  readonly limits: LimitVerbs
  readonly outbox: OutboxVerbs
  readonly audit: AuditVerbs
  readonly events: EventVerbs
  readonly leases: LeaseVerbs
  readonly sealed: SealedVerbs
}

/**
 * The one port to the data, with one implementation on two engines (`sql/`).
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
   * Runs `work` as one call that somebody waits for: what else it does takes from the time that it waits for a
   * database that does not answer.
   */
  runWithDeadline<T>(work: () => Promise<T>): Promise<T>
  /** Answers when the database does, and throws when it does not. */
  ping(): Promise<void>
  /** The connections of this process; null for an engine without a pool. */
  poolUsage(): PoolUsage | null
  /**
   * For a copy that takes the place of a database: ends whatever may have ended after it was made, in one transaction.
   * What was revoked or spent since is in the copy as if it still held.
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

/** How many of each were ended: sessions, unused links and codes, grants of applications, messages not sent yet. */
export interface InvalidatedRows {
  sessions: number
  secrets: number
  grants: number
  messages: number
}
