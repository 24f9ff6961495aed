import type { Page } from './page.ts'
import type { Instant, OAuthClientRecord, OAuthGrantRecord, RefreshTokenRecord } from './records.ts'

export interface OAuthClientVerbs {
  get(projectId: string, id: string): Promise<OAuthClientRecord | null>
  /** Reads a client and locks its row until the transaction ends; null if it does not exist. */
  getForUpdate(projectId: string, id: string): Promise<OAuthClientRecord | null>
  /** Newest first. */
  list(projectId: string, options: { cursor?: string; limit: number }): Promise<Page<OAuthClientRecord>>
  /** Inserts or replaces a client; `createdAt` of an existing client is kept. */
  set(client: OAuthClientRecord): Promise<void>
  /** Removes the client and its grants. False if it does not exist. */
  remove(projectId: string, id: string): Promise<boolean>
  /** Prevents a client with a metadata document from being stored again. */
  block(projectId: string, id: string, now: Instant): Promise<void>
  /** False if it was not blocked. */
  unblock(projectId: string, id: string): Promise<boolean>
  isBlocked(projectId: string, id: string): Promise<boolean>
  /**
   * Deletes clients that registered themselves before an instant, were not changed since (`updatedAt`) and have no
   * grant, at most `limit`; returns how many.
   */
  prune(projectId: string, before: Instant, limit: number): Promise<number>
}

export interface EndedGrant {
  id: string
  clientId: string
  accountId: string | null
  /** False if the grant continues without the session. */
  isRevoked: boolean
}

export interface OAuthGrantVerbs {
  insert(grant: OAuthGrantRecord): Promise<void>
  get(projectId: string, id: string): Promise<OAuthGrantRecord | null>
  /** Null if the grant was revoked or has expired. */
  extend(projectId: string, id: string, expiresAt: Instant, now: Instant): Promise<OAuthGrantRecord | null>
  /** Invalidates all access tokens so far; refresh tokens stay valid. */
  invalidateAccessTokens(projectId: string, id: string): Promise<void>
  /** True if this call revoked it. */
  revoke(projectId: string, id: string, now: Instant): Promise<boolean>
  /** Revokes all grants of a user for a client; returns the ids. */
  revokeForClient(projectId: string, accountId: string, clientId: string, now: Instant): Promise<string[]>
  /** Revokes all grants of a user; returns the ids. */
  revokeForAccount(projectId: string, accountId: string, now: Instant): Promise<string[]>
  /** The ids of all live grants of a session. */
  listBySession(projectId: string, sessionId: string): Promise<string[]>
  /** Revokes the grants of a session, and detaches offline grants from it; returns all of them. */
  endSession(projectId: string, sessionId: string, now: Instant): Promise<EndedGrant[]>
  /** Records a session that started with an access token of the grant. `sessions.revokeForGrant` ends it. */
  linkSession(projectId: string, id: string, sessionId: string): Promise<void>
  addRefreshToken(token: RefreshTokenRecord): Promise<void>
  /**
   * Called by `tokens/consume.ts` alone. Returns the grant of an unused refresh token: one UPDATE checks that the token
   * belongs to the client, is live and was not used.
   */
  useRefreshToken(by: {
    projectId: string
    tokenHash: string
    clientId: string
    now: Instant
  }): Promise<{ grantId: string } | null>
  /** For the error message, and for the grace period after a use. */
  findRefreshToken(projectId: string, tokenHash: string): Promise<RefreshTokenRecord | null>
  /** Deletes long-expired grants and tokens, at most `limit` of each; returns how many. */
  sweep(now: Instant, limit: number): Promise<number>
}
