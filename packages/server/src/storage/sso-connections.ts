import type { JsonObject } from '@latchkey/contract'
import type { SsoConnectionKind, SsoConnectionStatus } from '@latchkey/contract/b2b'
import type { Instant } from './instant.ts'
import type { OrganizationRealm } from './realm.ts'

/** A connection of an organization to an identity provider. */
export interface SsoConnectionRecord extends OrganizationRealm {
  /** Unique among all projects: public addresses name nothing else. */
  id: string
  kind: SsoConnectionKind
  status: SsoConnectionStatus
  displayName: string
  identityProvider: string
  /** The settings of its kind; `sso/` has their types. Nothing in it is secret. */
  config: JsonObject
  /** The private keys and the client secret, as JSON under the master key. */
  secretsSealed: string
  /** Counts the changes; a change names the revision that it is based on. */
  revision: number
  /** When a test with these settings succeeded; null since the settings that it proved have changed. */
  testedAt: Instant | null
  /** When the metadata was read last, or a reading was started. */
  metadataReadAt: Instant | null
  /** When certificates and metadata are checked next; null for kinds without certificates. */
  nextCheckAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

/** A certificate of the identity provider. */
export interface SsoCertificateRecord extends OrganizationRealm {
  connectionId: string
  id: string
  /** SHA-256, as hexadecimal bytes with colons. Unique in the connection. */
  fingerprint: string
  pem: string
  source: 'admin' | 'metadata'
  notBefore: Instant
  notAfter: Instant
  createdAt: Instant
  /** When the metadata contained it last; null if it never did. */
  listedAt: Instant | null
  lastUsedAt: Instant | null
  /** A retired certificate verifies nothing. */
  retiredAt: Instant | null
  /** The days before its end of the last warning that was sent; null before the first one. */
  warnedDays: number | null
}

/** A sign-in or a test with a connection. */
export interface SsoAttemptRecord extends OrganizationRealm {
  connectionId: string
  id: string
  kind: 'sign_in' | 'test'
  result: 'admitted' | 'pending' | 'rejected'
  /** Why it was rejected, or the first warning. */
  code: string | null
  /** Redacted: neither secrets nor values of attributes. */
  details: JsonObject
  createdAt: Instant
}

/** An active connection, as every sign-in page may see it. */
export interface ActiveConnection {
  id: string
  displayName: string
  identityProvider: string
}

export type SsoConnectionChange = Partial<
  Pick<
    SsoConnectionRecord,
    | 'status'
    | 'displayName'
    | 'identityProvider'
    | 'config'
    | 'secretsSealed'
    | 'testedAt'
    | 'metadataReadAt'
    | 'nextCheckAt'
  >
>

/** Every verb with a realm finds the connections of one organization only. */
export interface SsoConnectionVerbs {
  /**
   * False if the organization has `limit` connections, or was removed. Simultaneous calls of one organization wait for
   * each other.
   */
  insert(connection: SsoConnectionRecord, limit: number): Promise<boolean>
  get(realm: OrganizationRealm, id: string): Promise<SsoConnectionRecord | null>
  /** Oldest first. */
  list(realm: OrganizationRealm): Promise<SsoConnectionRecord[]>
  /** For addresses without a session, which name the connection only. Null if the organization was removed. */
  findById(id: string): Promise<SsoConnectionRecord | null>
  /** Reads the connection and locks its row until the transaction ends: for changes of its certificates. */
  lockRow(realm: OrganizationRealm, id: string): Promise<SsoConnectionRecord | null>
  /** Writes only if `revision` is still the stored one, and counts it up; false otherwise. */
  update(
    realm: OrganizationRealm,
    id: string,
    revision: number,
    change: SsoConnectionChange,
    now: Instant,
  ): Promise<boolean>
  /** A test of the settings of this revision has succeeded. False if they have changed since. */
  recordTest(realm: OrganizationRealm, id: string, revision: number, now: Instant): Promise<boolean>
  /**
   * Starts a reading of the metadata unless one was started after `notAfter`. True for one of simultaneous callers. Does
   * not count as a change.
   */
  claimMetadataRead(
    realm: OrganizationRealm,
    id: string,
    options: { now: Instant; notAfter: Instant },
  ): Promise<boolean>
  /**
   * Removes the connection with its certificates and attempts, the roles that members have from it and its groups, and the
   * identities of members at it. False if the organization has no such connection.
   */
  remove(realm: OrganizationRealm, id: string): Promise<boolean>
  /** The connections whose check is due, of all projects. Sets the time of their next check: no other call gets them too. */
  takeDue(options: { now: Instant; nextCheckAt: Instant; limit: number }): Promise<SsoConnectionRecord[]>
}

/** Every verb finds the certificates of one connection of one organization only. */
export interface SsoCertificateVerbs {
  /** False if the connection has the certificate, retired or not. */
  insert(certificate: SsoCertificateRecord): Promise<boolean>
  /** Oldest first, with the retired ones. */
  list(realm: OrganizationRealm, connectionId: string): Promise<SsoCertificateRecord[]>
  update(
    realm: OrganizationRealm,
    connectionId: string,
    id: string,
    change: Partial<Pick<SsoCertificateRecord, 'source' | 'listedAt' | 'lastUsedAt' | 'retiredAt' | 'warnedDays'>>,
  ): Promise<boolean>
  /** The certificate with this fingerprint has verified a signature. */
  recordUse(realm: OrganizationRealm, connectionId: string, fingerprint: string, now: Instant): Promise<void>
  remove(realm: OrganizationRealm, connectionId: string, id: string): Promise<boolean>
}

/** Every verb with a realm finds the attempts of one connection of one organization only. */
export interface SsoAttemptVerbs {
  /** Keeps the newest `keep` attempts of the connection. Nothing is stored if the connection was removed. */
  insert(attempt: SsoAttemptRecord, keep: number): Promise<void>
  /** Newest first. */
  list(realm: OrganizationRealm, connectionId: string, limit: number): Promise<SsoAttemptRecord[]>
  /** Deletes attempts of all projects before the instant; returns how many. */
  sweep(before: Instant, limit: number): Promise<number>
}
