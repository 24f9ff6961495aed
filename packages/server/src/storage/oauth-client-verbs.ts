import type { Page } from './page.ts'
import type { Instant, OAuthClientRecord, OAuthGrantRecord, RefreshTokenRecord } from './records.ts'

export interface OAuthClientVerbs {
  get(projectId: string, id: string): Promise<OAuthClientRecord | null>
  /** Reads one and holds it to the end of the transaction; null if there is none. */
  getForUpdate(projectId: string, id: string): Promise<OAuthClientRecord | null>
  /** Newest first. */
  list(projectId: string, options: { cursor?: string; limit: number }): Promise<Page<OAuthClientRecord>>
  /** The first of its id, or another in its place; `createdAt` stays what it was. */
  set(client: OAuthClientRecord): Promise<void>
  /** With all that it was granted. False if there was none. */
  remove(projectId: string, id: string): Promise<boolean>
  /** One that describes itself is not to come back. */
  block(projectId: string, id: string, now: Instant): Promise<void>
  /** False if it was not refused. */
  unblock(projectId: string, id: string): Promise<boolean>
  isBlocked(projectId: string, id: string): Promise<boolean>
  /**
   * Deletes those that have registered themselves before an instant, that nobody has let in or changed since
   * (`updatedAt` says so) and that have been given nothing, at most `limit` of them; returns how many.
   */
  prune(projectId: string, before: Instant, limit: number): Promise<number>
}

export interface EndedGrant {
  id: string
  clientId: string
  userId: string | null
  /** False if it may go on without the session. */
  isRevoked: boolean
}

export interface OAuthGrantVerbs {
  insert(grant: OAuthGrantRecord): Promise<void>
  get(projectId: string, id: string): Promise<OAuthGrantRecord | null>
  /** Guarded: null if it was revoked or has expired meanwhile. */
  extend(projectId: string, id: string, expiresAt: Instant, now: Instant): Promise<OAuthGrantRecord | null>
  /** Every access token so far is dead; refresh tokens go on. */
  invalidateAccessTokens(projectId: string, id: string): Promise<void>
  /** True if this call ended it. */
  revoke(projectId: string, id: string, now: Instant): Promise<boolean>
  /** All that a user has given an application; returns the ids. */
  revokeForClient(projectId: string, userId: string, clientId: string, now: Instant): Promise<string[]>
  /** Everything a user has given anybody; returns the ids. */
  revokeForUser(projectId: string, userId: string, now: Instant): Promise<string[]>
  /** The ids of all live grants that were given from a session. */
  listBySession(projectId: string, sessionId: string): Promise<string[]>
  /** What was given from a session ends with it, and what goes on forgets it; returns whose it was. */
  endSession(projectId: string, sessionId: string, now: Instant): Promise<EndedGrant[]>
  /** A session that was begun with an access token of the grant. `sessions.revokeForGrant` ends it. */
  linkSession(projectId: string, id: string, sessionId: string): Promise<void>
  addRefreshToken(token: RefreshTokenRecord): Promise<void>
  /**
   * Called by `tokens/consume.ts` alone. The grant of a refresh token that nobody has used: one UPDATE decides that it
   * is this application's, live and unused.
   */
  useRefreshToken(by: {
    projectId: string
    tokenHash: string
    clientId: string
    now: Instant
  }): Promise<{ grantId: string } | null>
  /** For naming the reason, and for the grace after a use. */
  findRefreshToken(projectId: string, tokenHash: string): Promise<RefreshTokenRecord | null>
  /** Deletes long-expired grants and tokens, at most `limit` of each; returns how many. */
  sweep(now: Instant, limit: number): Promise<number>
}
