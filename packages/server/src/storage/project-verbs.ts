import type { IdentityProviderName } from '@latchkey/contract'
import type { OrganizationRealm } from './realm.ts'
import type {
  ConnectedAppRecord,
  Instant,
  OAuthCredentialsRecord,
  ProjectRecord,
  ProjectSettings,
  SecretKeyRecord,
  SigningKeyRecord,
  SuppressionRecord,
  TemplateRecord,
} from './records.ts'

export interface ProjectVerbs {
  insert(project: ProjectRecord): Promise<void>
  get(projectId: string): Promise<ProjectRecord | null>
  findByPublicToken(publicToken: string): Promise<ProjectRecord | null>
  list(): Promise<ProjectRecord[]>
  /** Writes only if `revision` is still the stored one; false otherwise. Without `name` the name is kept. */
  updateSettings(projectId: string, revision: number, settings: ProjectSettings, name?: string): Promise<boolean>
}

export interface KeyVerbs {
  insert(key: SigningKeyRecord): Promise<void>
  list(projectId: string): Promise<SigningKeyRecord[]>
  /** False if the key already has that state. */
  setState(projectId: string, kid: string, state: SigningKeyRecord['state'], now: Instant): Promise<boolean>
}

export interface SecretKeyVerbs {
  insert(key: SecretKeyRecord): Promise<void>
  /** Oldest first, revoked ones too. */
  list(projectId: string): Promise<SecretKeyRecord[]>
  /** The key of a secret, unless it was revoked. */
  findLive(projectId: string, secretHash: string): Promise<SecretKeyRecord | null>
  touch(projectId: string, id: string, now: Instant): Promise<void>
  /** Locks the row until the transaction ends. False if the key was revoked: a revocation comes before or after. */
  lockIfLive(projectId: string, id: string): Promise<boolean>
  /** True if this call revoked it. */
  revoke(projectId: string, id: string, now: Instant): Promise<boolean>
}

export interface OAuthCredentialVerbs {
  get(projectId: string, provider: IdentityProviderName): Promise<OAuthCredentialsRecord | null>
  /** By the provider's name. */
  list(projectId: string): Promise<OAuthCredentialsRecord[]>
  findByCallbackId(callbackId: string): Promise<OAuthCredentialsRecord | null>
  /** Inserts or replaces the credentials of a provider; `createdAt` and `callbackId` of existing ones are kept. */
  set(credentials: OAuthCredentialsRecord): Promise<void>
  /** False if no credentials exist. */
  remove(projectId: string, provider: IdentityProviderName): Promise<boolean>
}

export interface TemplateVerbs {
  get(projectId: string, id: string): Promise<TemplateRecord | null>
  /** By id. */
  list(projectId: string): Promise<TemplateRecord[]>
  /** Inserts or replaces a template; `createdAt` of an existing one is kept. */
  set(template: TemplateRecord): Promise<void>
  /** False if it does not exist. */
  remove(projectId: string, id: string): Promise<boolean>
}

export interface SuppressionVerbs {
  get(channel: SuppressionRecord['channel'], address: string): Promise<SuppressionRecord | null>
  /** False if the address is already suppressed; the first reason is kept. */
  add(suppression: SuppressionRecord): Promise<boolean>
  /** Removes the suppression if it has one of these reasons; false otherwise. */
  remove(
    channel: SuppressionRecord['channel'],
    address: string,
    reasons: readonly SuppressionRecord['reason'][],
  ): Promise<boolean>
}

export interface ConnectedAppVerbs {
  /** Inserts or replaces the consent for an application; `createdAt` of an existing one is kept. */
  grant(app: ConnectedAppRecord): Promise<void>
  /** Reads a consent and locks its row until the transaction ends; null if it does not exist. */
  getForUpdate(projectId: string, accountId: string, id: string): Promise<ConnectedAppRecord | null>
  /** By the application's id. */
  list(projectId: string, accountId: string): Promise<ConnectedAppRecord[]>
  /** The latest consent of an active member of the organization for each application, by the application's id. */
  listOfOrganization(realm: OrganizationRealm): Promise<ConnectedAppRecord[]>
  /** The consents of the active members of the organization for one application, by the account's id. */
  listOfMembers(realm: OrganizationRealm, id: string): Promise<ConnectedAppRecord[]>
  /** False if it does not exist. */
  revoke(projectId: string, accountId: string, id: string): Promise<boolean>
}
