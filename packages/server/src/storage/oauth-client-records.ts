import type { Instant } from './instant.ts'

/** An application that people of a project sign in to. */
export interface OAuthClientRecord {
  projectId: string
  /** The `client_id`; an address where the application describes itself there. */
  id: string
  /** It cannot keep a secret: a page, or what runs on a person's own device. */
  isPublic: boolean
  /** The project's own: people are not asked for consent. */
  isFirstParty: boolean
  name: string
  description: string
  logoUrl: string | null
  /** Compared exactly, both lists. */
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  /** What it may ask for; null means whatever the project has, `full_access` aside. */
  scopes: string[] | null
  allowsClientCredentials: boolean
  /** SuppressionOutcome by OpenID Connect Back-Channel Logout when a session ends that it was signed in from. */
  backchannelLogoutUri: string | null
  /** Null means the project's own. */
  idTokenAlgorithm: 'ES256' | 'RS256' | null
  accessTokenMinutes: number
  /** Who made it: an administrator, the application by RFC 7591, or by its own document. */
  source: 'admin' | 'registration' | 'document'
  /** SHA-256 of the secret, hex: it is 256 random bits. Null for public ones. */
  secretHash: string | null
  /** Its last characters, to be told apart by. */
  secretHint: string
  /** The secret before the last change, still good until then. */
  prevSecretHash: string | null
  prevSecretUntil: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

/** What one authorization gave: every token of it names this row, and dies with it. */
export interface OAuthGrantRecord {
  projectId: string
  id: string
  clientId: string
  /** Null where an application acts for itself. */
  userId: string | null
  /** The session it was given from, until that ends. */
  sessionId: string | null
  scopes: string[]
  /** Whom its access tokens are for, where that was asked (RFC 8707). */
  resources: string[]
  /** It goes on when the session ends. */
  offline: boolean
  authTime: Instant | null
  acr: string
  amr: string[]
  /** Access tokens of an earlier one are dead. */
  generation: number
  createdAt: Instant
  expiresAt: Instant
  revokedAt: Instant | null
}

/** One link of a grant's chain of refresh tokens. */
export interface RefreshTokenRecord {
  projectId: string
  /** SHA-256, hex. */
  tokenHash: string
  grantId: string
  /** When its successor was given out. */
  usedAt: Instant | null
  createdAt: Instant
  expiresAt: Instant
}
