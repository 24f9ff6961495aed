import type { OAuthProvider } from '@latchkey/contract'
import type { Page } from './page.ts'
import type {
  ConnectedAppRecord,
  Instant,
  MemberRecord,
  OAuthCredentialsRecord,
  OrganizationRecord,
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
  /** Writes only if `revision` is still the stored one; false if someone else was first. The name stays if not given. */
  updateSettings(projectId: string, revision: number, settings: ProjectSettings, name?: string): Promise<boolean>
}

export interface KeyVerbs {
  insert(key: SigningKeyRecord): Promise<void>
  list(projectId: string): Promise<SigningKeyRecord[]>
  /** False where it has that state already: somebody else was quicker. */
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
  /** True if this call ended it. */
  revoke(projectId: string, id: string, now: Instant): Promise<boolean>
}

export interface OAuthCredentialVerbs {
  get(projectId: string, provider: OAuthProvider): Promise<OAuthCredentialsRecord | null>
  /** By the provider's name. */
  list(projectId: string): Promise<OAuthCredentialsRecord[]>
  findByCallbackId(callbackId: string): Promise<OAuthCredentialsRecord | null>
  /** The first ones for a provider, or others in their place; `createdAt` and `callbackId` stay what they were. */
  set(credentials: OAuthCredentialsRecord): Promise<void>
  /** False if there were none. */
  remove(projectId: string, provider: OAuthProvider): Promise<boolean>
}

export interface TemplateVerbs {
  get(projectId: string, id: string): Promise<TemplateRecord | null>
  /** By id. */
  list(projectId: string): Promise<TemplateRecord[]>
  /** The first of its id, or another in its place; `createdAt` stays what it was. */
  set(template: TemplateRecord): Promise<void>
  /** False if there was none. */
  remove(projectId: string, id: string): Promise<boolean>
}

export interface SuppressionVerbs {
  get(channel: SuppressionRecord['channel'], address: string): Promise<SuppressionRecord | null>
  /** The first one stays; false if there was one. */
  add(suppression: SuppressionRecord): Promise<boolean>
  /** Only if it is there for one of these reasons; false otherwise. */
  remove(
    channel: SuppressionRecord['channel'],
    address: string,
    reasons: readonly SuppressionRecord['reason'][],
  ): Promise<boolean>
}

export interface ConnectedAppVerbs {
  /** The first consent for an application, or another in its place; `createdAt` stays what it was. */
  grant(app: ConnectedAppRecord): Promise<void>
  /** Reads one and holds it to the end of the transaction; null if there is none. */
  getForUpdate(projectId: string, userId: string, id: string): Promise<ConnectedAppRecord | null>
  /** By the application's id. */
  list(projectId: string, userId: string): Promise<ConnectedAppRecord[]>
  /** False if there was none. */
  revoke(projectId: string, userId: string, id: string): Promise<boolean>
}

export interface OrganizationVerbs {
  /** False if the slug is taken. */
  insert(organization: OrganizationRecord): Promise<boolean>
  get(projectId: string, id: string): Promise<OrganizationRecord | null>
  findBySlug(projectId: string, slug: string): Promise<OrganizationRecord | null>
  list(projectId: string, options: { cursor?: string; limit: number }): Promise<Page<OrganizationRecord>>
}

export interface MemberVerbs {
  /** False if the organisation has one with this address. */
  insert(member: MemberRecord): Promise<boolean>
  find(projectId: string, organizationId: string, email: string): Promise<MemberRecord | null>
  list(
    projectId: string,
    organizationId: string,
    options: { cursor?: string; limit: number },
  ): Promise<Page<MemberRecord>>
  /** False if there is none of this id. */
  update(
    projectId: string,
    id: string,
    change: { status?: MemberRecord['status']; name?: string; passwordId?: string },
    now: Instant,
  ): Promise<boolean>
}
