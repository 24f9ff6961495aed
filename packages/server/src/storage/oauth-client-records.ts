import type { Instant } from './instant.ts'

/** A client application that users of a project sign in to. */
export interface OAuthClientRecord {
  projectId: string
  /** The `client_id`; an address where the application describes itself there. */
  id: string
  /** A public client cannot keep a secret: a web page, or an application on the user's device. */
  isPublic: boolean
  /** An application of the project itself: users are not asked for consent. */
  isFirstParty: boolean
  name: string
  description: string
  logoUrl: string | null
  /** Compared exactly, both lists. */
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  /** Scopes that it may request; null allows all scopes of the project except `full_access`. */
  scopes: string[] | null
  allowsClientCredentials: boolean
  /** Receives a logout token (OpenID Connect Back-Channel Logout) when a session ends that it signed in with. */
  backchannelLogoutUri: string | null
  /** Null uses the project's algorithm. */
  idTokenAlgorithm: 'ES256' | 'RS256' | null
  accessTokenMinutes: number
  /** How it was created: by an operator, by dynamic registration (RFC 7591) or from a client metadata document. */
  source: 'admin' | 'registration' | 'document'
  /** SHA-256 of the secret, hex: it is 256 random bits. Null for public clients. */
  secretHash: string | null
  /** The last characters of the secret, shown in lists. */
  secretHint: string
  /** The secret before the last change, accepted until `prevSecretUntil`. */
  prevSecretHash: string | null
  prevSecretUntil: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

/** The result of one authorization: all of its tokens refer to this row and end with it. */
export interface OAuthGrantRecord {
  projectId: string
  id: string
  clientId: string
  /** Null for client credentials. */
  accountId: string | null
  /** The session in which it was granted, until that session ends. */
  sessionId: string | null
  scopes: string[]
  /** The requested audiences of its access tokens (RFC 8707). */
  resources: string[]
  /** Continues after the session ends. */
  offline: boolean
  authTime: Instant | null
  acr: string
  amr: string[]
  /** Access tokens of an earlier generation are invalid. */
  generation: number
  createdAt: Instant
  expiresAt: Instant
  revokedAt: Instant | null
}

/** One refresh token in the rotation chain of a grant. */
export interface RefreshTokenRecord {
  projectId: string
  /** SHA-256, hex. */
  tokenHash: string
  grantId: string
  /** When the next token was issued for it. */
  usedAt: Instant | null
  createdAt: Instant
  expiresAt: Instant
}
